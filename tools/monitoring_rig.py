"""A running npushare with the pods of both labs, a stand-in for the node plugin's metrics, and a real Prometheus that
scrapes both: what tools/check-monitoring asks. Everything is on free ports and in a directory of the caller's."""
import contextlib
import http.server
import json
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
MONITORING = ROOT / "deploy/monitoring"
PATIENCE = 120  # seconds, for whatever is waited for


def get(url):
    with urllib.request.urlopen(url, timeout=10) as reply:
        return reply.read().decode()


def wait_until(what, condition):
    """The first true value of the condition; a service that is not there yet counts as false."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
            if value := condition():
                return value
        time.sleep(0.1)  # between two looks
    sys.exit(f"check-monitoring: {what} did not come within {PATIENCE} s")


@contextlib.contextmanager
def running(words, log):
    """A process that is stopped when the block ends."""
    with open(log, "w") as out, subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT) as process:
        try:
            yield process
        finally:
            process.terminate()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


# The service and its pods

@contextlib.contextmanager
def npushare(binary, scratch):
    """The URLs of the service and of its embedded API server."""
    log = scratch / "npushare.log"
    words = [binary, "serve", "--embedded", str(ROOT / "examples/cluster.yaml"), "--listen", "127.0.0.1:0"]
    with running(words, log):
        yield wait_until("the service", lambda: addresses(log))


def addresses(log):
    text = log.read_text()
    api = re.search(r"embedded API server on (\S+)", text)
    service = re.search(r"npushare ready on (\S+)", text)
    return (service[1], api[1]) if api and service else None


def call(method, url, body=None):
    request = urllib.request.Request(url, method=method, data=json.dumps(body).encode() if body else None,
                                     headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)


def add_quotas(api):
    """One wide enough for the labs, and one with bytes where MiB count."""
    for name, hard in (("npu", {"limits.huawei.com/Ascend310P-memory": "200000", "limits.huawei.com/Ascend310P": "50"}),
                       ("slip", {"limits.huawei.com/Ascend310P-memory": "10Gi"})):
        call("POST", f"{api}/api/v1/namespaces/default/resourcequotas",
             {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": name}, "spec": {"hard": hard}})


def run_labs(service, api):
    """Both labs' pods: more than the two chips take, so that some wait and are refused."""
    add_quotas(api)
    pods = f"{api}/api/v1/namespaces/default/pods"
    for file in sorted((ROOT / "examples/pods").glob("lab*.yaml")):
        call("POST", pods, yaml.safe_load(file.read_text()))
    page = lambda: get(f"{service}/metrics")
    wait_until("a bound and a refused pod", lambda: sample(page(), 'npushare_binds_total{outcome="bound"}') >= 4
               and sample(page(), "npushare_waiting_pods") > 0)
    names = [pod["metadata"]["name"] for pod in call("GET", pods)["items"] if pod["spec"].get("nodeName")]
    call("DELETE", f"{pods}/{names[0]}")
    wait_until("a bind in its place", lambda: sample(page(), 'npushare_binds_total{outcome="bound"}') >= 5)


def sample(page, series):
    found = re.search(rf"^{re.escape(series)} (\S+)$", page, re.M)
    return float(found[1]) if found else 0


def plugin_page(service):
    """What the node plugin would say of the pods that run, its labels and all."""
    lines = ["# TYPE hami_vgpu_memory_used_bytes gauge"]
    for labels in re.findall(r"^npushare_share_memory_bytes\{(.*)\} ", get(f"{service}/metrics"), re.M):
        label = dict(re.findall(r'(\w+)="([^"]*)"', labels))
        lines.append('hami_vgpu_memory_used_bytes{namespace="%s",pod="%s",container="npu",vdevice_index="0",'
                     'device_uuid="%s"} 1073741824' % (label["namespace"], label["pod"], label["device_uuid"]))
    return "\n".join(lines) + "\n"


@contextlib.contextmanager
def plugin_exporter(service):
    class Exporter(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = plugin_page(service).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; version=0.0.4")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Exporter) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()


# Prometheus

def prometheus_configuration(service, plugin_port):
    host = urllib.parse.urlparse(service).netloc
    return {"global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
            "rule_files": [str(MONITORING / "rules.yaml")],
            "scrape_configs": [
                {"job_name": "npushare", "static_configs": [{"targets": [host]}]},
                {"job_name": "node-plugin", "static_configs": [{"targets": [f"127.0.0.1:{plugin_port}"]}]}]}


@contextlib.contextmanager
def prometheus(scratch, service, plugin_port):
    (scratch / "prometheus.yaml").write_text(json.dumps(prometheus_configuration(service, plugin_port)))
    for _ in range(5):  # another process may be faster to take the free port
        port = free_port()
        words = ["prometheus", f"--config.file={scratch / 'prometheus.yaml'}", f"--storage.tsdb.path={scratch / 'tsdb'}",
                 f"--web.listen-address=127.0.0.1:{port}"]
        with running(words, scratch / "prometheus.log") as process:
            url = f"http://127.0.0.1:{port}"
            ready = lambda: process.poll() is not None or "Ready" in get(f"{url}/-/ready")
            wait_until("Prometheus", ready)
            if process.poll() is None:
                yield url
                return
    sys.exit(f"check-monitoring: Prometheus does not start:\n{(scratch / 'prometheus.log').read_text()[-2000:]}")
