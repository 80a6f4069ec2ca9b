# Sourced by the scripts that count checks of their own, or add up other scripts'. They set `passed` and `failed` to 0 first.

# tally CODE LOG: adds what LOG's closing line "N passed, N failed" says; a failure that it does not count is one.
tally() {
  local line bad
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$2" | tail -1)
  line=${line:-0 passed, 0 failed}
  bad=${line##*, }
  bad=${bad%% failed}
  passed=$((passed + ${line%% passed*}))
  failed=$((failed + bad))
  [ "$1" = 0 ] || [ "$bad" != 0 ] || failed=$((failed + 1))
}

# check WHAT CODE [SEEN]: one check of the script's own.
check() {
  if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); printf 'FAILED %s: %s\n' "$1" "${3:-}"; fi
}
