# Completion of npushare for bash. Written by `npushare completion bash`.
_npushare() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local first=${COMP_WORDS[1]} words= values= files=
  COMPREPLY=()
  [[ $COMP_CWORD != 1 ]] || first=
  case $first in
    '') words="serve demo explain top nodes shares waiting history quotas drift leaks status check convert completion manual version --help" ;;
    serve)
      words="-h --help --embedded --faults --kubeconfig --context --server --token-file --ca-file --config --volcano-conf --listen --audit-log --hami-metrics"
      case $before in
        --embedded) files=f ;;
        --faults) files=f ;;
        --kubeconfig) files=f ;;
        --context) values=- ;;
        --server) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
        --config) files=f ;;
        --volcano-conf) files=f ;;
        --listen) values=- ;;
        --audit-log) files=f ;;
      esac
      ;;
    demo)
      words="-h --help --examples --cluster --quiet"
      case $before in
        --examples) files=d ;;
        --cluster) files=f ;;
      esac
      ;;
    explain)
      words="-h --help -o --output -n --namespace -f --file --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        -n|--namespace) values=- ;;
        -f|--file) files=f ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    top)
      words="-h --help -o --output --node --chip -n --namespace --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        --node) values=- ;;
        --chip) values=- ;;
        -n|--namespace) values=- ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    nodes)
      words="-h --help -o --output --node --chip --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        --node) values=- ;;
        --chip) values=- ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    shares)
      words="-h --help -o --output -n --namespace --node --chip --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        -n|--namespace) values=- ;;
        --node) values=- ;;
        --chip) values=- ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    waiting)
      words="-h --help -o --output -n --namespace --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        -n|--namespace) values=- ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    history)
      words="-h --help -o --output -n --namespace --verb --refused --since --limit --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        -n|--namespace) values=- ;;
        --verb) values=- ;;
        --since) values=- ;;
        --limit) values=- ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    quotas)
      words="-h --help -o --output -n --namespace --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        -n|--namespace) values=- ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    drift)
      words="-h --help -o --output --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    leaks)
      words="-h --help -o --output --fix --hami-shaped --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    status)
      words="-h --help -o --output --watch --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    check)
      words="-h --help -o --output --device-config"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        --device-config) files=f ;;
        *) files=f ;;
      esac
      ;;
    convert)
      words="-h --help -o --output -f --file -n --namespace --mode --config --device-config --url --token-file --ca-file"
      case $before in
        -o|--output) values="table wide yaml json" ;;
        -f|--file) files=f ;;
        -n|--namespace) values=- ;;
        --mode) values="template claim" ;;
        --config) files=f ;;
        --device-config) files=f ;;
        --url) values=- ;;
        --token-file) files=f ;;
        --ca-file) files=f ;;
      esac
      ;;
    completion)
      words="-h --help bash zsh"
      case $before in
      esac
      ;;
    manual)
      words="-h --help"
      case $before in
      esac
      ;;
    version)
      words="-h --help -o --output"
      case $before in
        -o|--output) values="table wide yaml json" ;;
      esac
      ;;
  esac
  if [[ -n $values ]]; then
    [[ $values = - ]] || mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  elif [[ -n $files && $word != -* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -$files -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  fi
}
complete -F _npushare npushare
complete -F _npushare kubectl-npushare
