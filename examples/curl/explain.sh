#!/bin/sh
# Why does a pod wait, or where would it go?
#
# usage: explain.sh                  the pod of filter.sh, which need not exist
#        explain.sh NAMESPACE POD    a pod of the cluster
set -eu
. "$(dirname "$0")/ask.sh"

if [ $# -eq 2 ]; then
  curl --silent --show-error --fail-with-body --max-time 10 --get \
    --data-urlencode "namespace=$1" --data-urlencode "pod=$2" "$NPUSHARE_URL/v1/explain"
  echo
else
  post /v1/explain "$POD"
fi
