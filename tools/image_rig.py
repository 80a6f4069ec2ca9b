"""What tools/check-image needs of a container runtime: a read-only root, a user without rights, a service to wait for."""

import contextlib
import ctypes
import json
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build/image"
PATIENCE = 30  # s
NO_NEW_PRIVILEGES, DROP_BOUND = 38, 24  # prctl
HIGHEST_CAPABILITY = 40

TLS_SETTINGS = """\
listen: 127.0.0.1:0
tls: {certFile: /etc/npushare/tls.crt, keyFile: /etc/npushare/tls.key}
"""


def furnish():
    """Writes what is mounted at /etc/npushare: the examples, a certificate by an authority of its own, settings for TLS."""
    etc = WORK / "etc"
    shutil.rmtree(etc, ignore_errors=True)
    etc.mkdir(parents=True)
    shutil.copytree(ROOT / "examples", etc / "examples")
    (etc / "tls.yaml").write_text(TLS_SETTINGS)
    (etc / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n")
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    for words in (
        ["req", "-x509", *key, "-days", "2", "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.crt"],
        ["req", *key, "-subj", "/CN=npushare", "-keyout", "tls.key", "-out", "tls.csr"],
        ["x509", "-req", "-in", "tls.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "1",
         "-extfile", "names", "-out", "tls.crt"],
    ):
        subprocess.run(["openssl", *words], cwd=etc, check=True, capture_output=True)
    for file in etc.rglob("*"):
        file.chmod(0o755 if file.is_dir() else 0o644)


def mount(*words):
    subprocess.run(["mount", *map(str, words)], check=True)


class Cell:
    """A root file system, mounted read-only, and the Dockerfile's user and program in it."""

    def __init__(self, root):
        dockerfile = (ROOT / "docker/Dockerfile").read_text()
        self.user, self.group = map(int, re.search(r"^USER (\d+):(\d+)$", dockerfile, re.MULTILINE).groups())
        self.program = json.loads(re.search(r"^ENTRYPOINT (\[.*\])$", dockerfile, re.MULTILINE).group(1))
        self.default = json.loads(re.search(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE).group(1))
        self.root = root
        mount("--bind", root, root)
        mount("-t", "proc", "-o", "ro,nosuid,nodev,noexec", "proc", root / "proc")
        mount("--bind", WORK / "etc", root / "etc/npushare")
        mount("-o", "remount,bind,ro", root / "etc/npushare")
        mount("-o", "remount,bind,ro", root)

    @contextlib.contextmanager
    def mounted(self, file, place):
        """With a file in place of one of the root's."""
        mount("--bind", file, self.root / place)
        yield
        subprocess.run(["umount", self.root / place], check=True)

    def enter(self):
        """Runs in the child: in the root, as the user, with no capability and no way to one."""
        libc = ctypes.CDLL(None, use_errno=True)
        os.chroot(self.root)
        os.chdir("/")
        for capability in range(HIGHEST_CAPABILITY + 1):
            libc.prctl(DROP_BOUND, capability, 0, 0, 0)
        os.setgroups([])
        os.setgid(self.group)
        os.setuid(self.user)
        if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "no_new_privs")

    def command(self, *words):
        return {"args": [*self.program, *words], "preexec_fn": self.enter, "env": {}, "text": True}

    def run(self, *words):
        return subprocess.run(**self.command(*words), capture_output=True, timeout=PATIENCE, check=False)

    def serve(self, *words):
        return Service(self.command(*self.default, *words), len(os.listdir(WORK)))


class Service:
    """npushare serve in a cell; ends with the block."""

    def __init__(self, command, number):
        self.path = WORK / f"serve-{number}.log"
        self.code = None
        self.started = time.monotonic()
        with self.path.open("w") as log:
            self.process = subprocess.Popen(**command, stdout=log, stderr=subprocess.STDOUT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.path.unlink()

    def log(self):
        return self.path.read_text()

    def stop(self):
        if self.code is None:
            self.process.terminate()
            self.code = self.process.wait(timeout=PATIENCE)

    def url(self):
        return self.said(r"npushare ready on (\S+)")

    def api(self):
        return self.said(r"embedded API server on (\S+)")

    def said(self, pattern):
        """What it has printed, as soon as it has."""
        while True:
            found = re.search(pattern + r"\n", self.log())
            if found:
                return found.group(1)
            self.check_alive()
            time.sleep(0.005)

    def check_alive(self):
        if self.process.poll() is not None or time.monotonic() - self.started > PATIENCE:
            raise RuntimeError(f"npushare has ended, or says nothing:\n{self.log()}")

    def until_ready(self, authority=None):
        """Seconds from its start to the first good answer of /readyz."""
        trust = ssl.create_default_context(cafile=authority) if authority else None
        url = self.url() + "/readyz"
        while True:
            try:
                with urllib.request.urlopen(url, timeout=PATIENCE, context=trust):
                    return time.monotonic() - self.started
            except OSError:
                self.check_alive()
                time.sleep(0.005)
