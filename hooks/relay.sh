#!/bin/sh
# Hands the hook payload on standard input to the hub on this machine. Silent, and always exits 0;
# prints nothing but a decision, and that only when called with --wait. The hook command sources
# this file, so any sh may run it, and $PPID is the client.

LC_ALL=C
exec 2>/dev/null
true 3<&0 || exit 0
trap '' PIPE

# The client expects its payload to be read, whether it is sent or not.
skip() {
  cat >/dev/null || while read -r mark; do :; done
  exit 0
}

dir=${CLAUDE_CONFIG_DIR:-${HOME-}/.claude}/mission-control
mode=${1-}
if [ "$mode" = --wait ]; then config=$dir/relay-wait.conf; else config=$dir/relay.conf; fi

# A hub that crashed leaves its files behind; their first line, "# pid <number>", tells.
read -r mark word pid <"$config" || skip
case $mark$word in '#pid') ;; *) skip ;; esac
case $pid in '' | *[!0-9]*) skip ;; esac
kill -0 "$pid" || skip
command -v curl >/dev/null || skip

# Bash alone has it; everywhere else it is unset.
# shellcheck disable=SC3028
now=${EPOCHREALTIME-}
case $now in
*[.,]??????)
  micros=${now#*[.,]}
  now=${now%[.,]*}${micros%???}
  ;;
*) now=$(date +%s%3N) ;;
esac

# The token stays in the file: arguments are public. A body must not wait for "100 Continue".
set -- -q -s -K "$config" --noproxy '*' --connect-timeout 1 -H 'Expect:' --data-binary @-
case ${CLAUDE_PID-} in '' | *[!0-9]*) ;; *) set -- "$@" -H "X-Claude-Pid: $CLAUDE_PID" ;; esac
case $PPID in '' | *[!0-9]*) ;; *) set -- "$@" -H "X-Claude-Parent-Pid: $PPID" ;; esac
case ${CLAUDE_CODE_ENTRYPOINT-} in
'' | *[!a-z0-9-]*) ;;
*) set -- "$@" -H "X-Claude-Entrypoint: $CLAUDE_CODE_ENTRYPOINT" ;;
esac
case $now in *[!0-9]*) ;; ?????????????) set -- "$@" -H "X-Sent-At: $now" ;; esac

# An answer is kept in a file without a name, so that it prints whole or not at all.
answer=$dir/answer.$$
if [ "$mode" = --wait ] && (umask 077 && : >"$answer"); then
  exec 5>"$answer"
  exec 6<"$answer"
  rm -f "$answer"
  set -- "$@" -w '\n%{http_code} %{content_type}'
else
  mode=
  exec 5>/dev/null
  set -- "$@" --max-time 2
fi

# In the background, because a signal must end curl too, and at once.
curl=
trap '[ -z "$curl" ] || kill "$curl"; exit 0' HUP INT TERM
exec 3<&0
curl "$@" <&3 >&5 &
curl=$!
wait "$curl" || exit 0
[ "$mode" = --wait ] || exit 0

newline='
'
answer=$(cat <&6)
case ${answer##*"$newline"} in '200 application/json'*) ;; *) exit 0 ;; esac
answer=${answer%"$newline"*}
case $answer in '{'*'}') printf '%s\n' "$answer" ;; esac
exit 0
