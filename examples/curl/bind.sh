#!/bin/sh
# Binds a pod of the cluster to the node and writes its annotations, both in one write.
#
# usage: API_URL=http://127.0.0.1:PORT bind.sh
# Creates the pod first. The embedded cluster's own loop may bind it a moment earlier; bind is idempotent,
# so the answer for the same pod and node is the same.
set -eu
. "$(dirname "$0")/ask.sh"
: "${API_URL:?set it to the address of the embedded API server, as serve prints it}"

CREATED=$(curl --silent --show-error --fail-with-body --header 'Content-Type: application/json' \
  --data "$POD" "$API_URL/api/v1/namespaces/default/pods")
UID_OF_POD=$(printf '%s' "$CREATED" | sed -n 's/.*"uid": *"\([^"]*\)".*/\1/p')

post /bind "{\"PodName\": \"by-hand\", \"PodNamespace\": \"default\", \"PodUID\": \"$UID_OF_POD\", \
\"Node\": \"aio-node74-arm\"}"
