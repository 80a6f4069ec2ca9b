# Sourced by the scripts that add up other scripts' tests. They set `passed` and `failed` to 0 first.

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
