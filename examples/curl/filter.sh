#!/bin/sh
# Which nodes can take the pod? The answer names each refused node with its reason. Nothing is reserved.
set -eu
. "$(dirname "$0")/ask.sh"

post /filter "{\"Pod\": $POD, \"Nodes\": null, \"NodeNames\": $NODES}"
