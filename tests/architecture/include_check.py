#!/usr/bin/env python3
"""Do the includes keep to the directions of ARCHITECTURE.md? usage: include_check.py ROOT

Also: no source file above 250 lines, and RapidJSON, yaml-cpp, Beast and CLI11 stay where they are wrapped.
"""
import pathlib
import re
import sys

# folder -> the folders (or single headers) it may include, itself always allowed
MAY_INCLUDE = {
    "accounting": [],
    "policies": ["accounting"],
    "config": ["accounting"],
    "scheduler/http": ["accounting/result.hpp"],
    "scheduler/observe": ["accounting/result.hpp"],
    "scheduler/ui": ["scheduler/http"],
    "scheduler/wire": ["accounting"],
    "scheduler/kube": ["accounting", "scheduler/wire", "scheduler/observe"],
    "scheduler/backends": ["accounting", "scheduler/wire"],
    "scheduler/convert": ["accounting", "config/convert_settings.hpp", "scheduler/wire", "scheduler/backends/keys.hpp"],
    "scheduler/dra": ["accounting", "policies", "scheduler/wire", "scheduler/backends"],
    "scheduler/history": ["accounting", "scheduler/wire", "scheduler/observe"],
    "scheduler/verbs": ["accounting", "policies", "scheduler/wire", "scheduler/backends", "scheduler/kube/api.hpp",
                        "scheduler/observe"],
    "scheduler/volcano": ["accounting", "policies", "scheduler/wire", "scheduler/backends", "scheduler/verbs",
                          "scheduler/observe"],
    "scheduler/sync": ["accounting", "policies", "scheduler/wire", "scheduler/backends", "scheduler/dra", "scheduler/kube", "scheduler/observe",
                       "scheduler/verbs/claim_guard.hpp", "scheduler/verbs/ports.hpp", "scheduler/verbs/quotas.hpp", "scheduler/verbs/services.hpp"],
    "scheduler/metrics": ["accounting", "config/settings.hpp", "scheduler/backends/node_lock.hpp",
                          "scheduler/kube/call_end.hpp", "scheduler/kube/informer_stats.hpp", "scheduler/observe",
                          "scheduler/sync/sighting.hpp", "scheduler/verbs/ports.hpp", "scheduler/verbs/quotas.hpp",
                          "scheduler/verbs/services.hpp"],
    "scheduler/embedded": ["accounting", "config", "scheduler/wire", "scheduler/http", "scheduler/kube",
                           "scheduler/backends/keys.hpp"],
    "scheduler/cli": ["accounting", "config", "policies", "scheduler/wire", "scheduler/http", "scheduler/kube",
                      "scheduler/convert", "scheduler/backends/quota_limits.hpp"],
}
KEPT_IN = {  # library header prefix -> the only place that may include it
    "rapidjson/": "scheduler/wire/",
    "yaml-cpp/": "config/",
    "CLI/": "scheduler/",
    "prometheus/": "scheduler/metrics/",
}
MAX_LINES = 250


def folder_of(path):
    known = [f for f in MAY_INCLUDE if path.startswith(f + "/")]
    return max(known, key=len) if known else None


def complaints(root):
    for file in sorted(root.rglob("*.[ch]pp")):
        name = file.relative_to(root).as_posix()
        if not name.startswith(("accounting/", "policies/", "config/", "scheduler/", "tests/")):
            continue
        text = file.read_text()
        lines = text.count("\n")
        if lines > MAX_LINES:
            yield f"{name}: {lines} lines; a file of one idea has at most {MAX_LINES}"
        for include in re.findall(r'^#include "([^"]+)"', text, re.M):
            if not (root / include).exists():
                yield f"{name}: \"{include}\" is not a path from the root"
            own = folder_of(name)
            target = folder_of(include)
            if own is None or target == own:
                continue
            allowed = any(include == rule or include.startswith(rule + "/") for rule in MAY_INCLUDE[own])
            if not allowed:
                yield f"{name}: {own} must not include \"{include}\""
        for prefix, place in KEPT_IN.items():
            if f"#include <{prefix}" in text and not name.startswith((place, "tests/")):
                yield f"{name}: <{prefix}...> is wrapped in {place} and stays there"
        if name.endswith(".hpp") and "#include <boost/beast" in text:
            yield f"{name}: Beast stays out of headers"


found = list(complaints(pathlib.Path(sys.argv[1])))
print("\n".join(found) or "includes keep to the architecture")
sys.exit(1 if found else 0)
