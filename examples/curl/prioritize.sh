#!/bin/sh
# Which of these nodes is best? Ten points go to one of them.
set -eu
. "$(dirname "$0")/ask.sh"

post /prioritize "{\"Pod\": $POD, \"Nodes\": null, \"NodeNames\": $NODES}"
