# What the scripts beside this one share; each reads it with `.`.
#
# The service: NPUSHARE_URL, or http://127.0.0.1:8080 as `npushare serve --embedded` has it.
# The embedded API server: API_URL, the address that serve prints as it starts (only bind.sh needs it).
NPUSHARE_URL=${NPUSHARE_URL:-http://127.0.0.1:8080}

# A pod that asks for 8192 MiB of one chip, as a scheduler sends it.
POD='{
  "metadata": {
    "name": "by-hand", "namespace": "default", "uid": "8e6ad2a4-6f4a-4c9e-9d51-3c6f0d1b7a10",
    "annotations": {"huawei.com/vnpu-mode": "hami-core"}
  },
  "spec": {
    "containers": [{
      "name": "npu", "image": "pause",
      "resources": {"limits": {"huawei.com/Ascend310P": "1", "huawei.com/Ascend310P-memory": "8192"}}
    }]
  }
}'
NODES='["aio-node74-arm"]'

# post PATH BODY: sends JSON and prints the answer.
post() {
  curl --silent --show-error --fail-with-body --max-time 10 \
    --header 'Content-Type: application/json' --data "$2" "$NPUSHARE_URL$1"
  echo
}
