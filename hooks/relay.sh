#!/bin/sh
# Sends the hook payload on standard input to this machine's hub. Silent, and exits with 0; prints
# only a decision, and only with --wait. With --rewake it runs until the hub has a prompt for the
# session, and exits with 2 and the prompt on standard error. The hook command sources this file, so
# any sh may run it, and $PPID is the client.

LC_ALL=C
case ${1-} in --wait | --rewake) mode=$1 ;; *) mode= ;; esac
may_wake=
if [ "$mode" = --rewake ]; then
  may_wake=yes
  if true 4>&2; then exec 4>&2; else mode=; fi
fi
exec 2>/dev/null
true 3<&0 || exit 0
trap '' PIPE

# Exits without a call. The client expects its payload to be read anyway.
skip() {
  cat >/dev/null || while read -r mark; do :; done
  exit 0
}

# True if a running hub of this user has its address in the folder $1. A crashed hub leaves its
# files behind, so their first line names the process: "# pid <number> socket" or "# pid <number>
# proof <answer>". A second line, "# events <folder> <start>" or "# start <start>", has the start
# time of the process, and the folder for events that are only observed.
has_hub() {
  dir=$1
  config=$dir/relay${mode#-}.conf
  mark='' word='' pid='' transport='' proof='' second='' events='' folder='' start=''
  {
    read -r mark word pid transport proof || return 1
    read -r second events folder start || :
  } <"$config"
  [ -O "$config" ] || return 1
  case $mark$word$transport${proof:+:} in '#pidsocket' | '#pidproof:') ;; *) return 1 ;; esac
  case $pid in '' | *[!0-9]*) return 1 ;; esac
  kill -0 "$pid" || return 1
  case $second$events in
  '#events') ;;
  '#start') start=$folder folder= ;;
  *) folder='' start='' ;;
  esac
  [ -z "$start" ] || has_start_time
}

# Finds the hub of this host. Hosts that share the config home have a hub each: the first has its
# files in our folder, the others in subfolders. Each check of a hub's process succeeds only on that
# hub's own host.
find_hub() {
  has_hub "$home" && return
  for each in "$home"/host-*/; do
    has_hub "${each%/}" && return
  done
  return 1
}

# True if the process is the hub: its number may since belong to another process, or to one on
# another host. The start time is field 22 of the system's file, the 20th after the name in
# brackets. Without that file only the socket is checked.
has_start_time() {
  read -r stat <"/proc/$pid/stat" || { folder='' && return; }
  # shellcheck disable=SC2086
  set -- ${stat##*) }
  [ "${20-}" = "$start" ]
}

# True if the listener is the hub. Nobody else can listen on a socket in our folder; any program can
# listen on a port, so a port's listener must return the hub's proof before anything is sent.
is_hub() {
  [ "$transport" = proof ] || return 0
  hello=$(curl -q -s -K "$dir/relay-hello.conf" --noproxy '*' --max-time 2 </dev/null)
  case $hello in *"\"proof\":\"$proof\""*) ;; *) return 1 ;; esac
}

# True if a hub died within the last minute. A hub rewrites its token every few seconds: a recent token
# without a running hub means that it was killed, and the next one is starting.
died_lately() {
  [ -n "$(find "$home/" -maxdepth 2 -name token -mmin -1)" ]
}

home=${CLAUDE_CONFIG_DIR:-${HOME-}/.claude}/mission-control
# Only a session in a terminal can be woken; a headless run would wait for this hook before it
# exits.
case $mode${CLAUDE_CODE_ENTRYPOINT-} in --rewakecli) ;; --rewake*) mode= ;; esac
absent=
find_hub || {
  asked=$mode mode=
  # A hub of an earlier version has no file for waiting prompts.
  if [ "$asked" != --rewake ] || ! find_hub; then
    mode=$asked
    [ -n "$mode" ] && died_lately || skip
    absent=absent dir=$home folder=
  fi
}
[ -n "$folder" ] || command -v curl >/dev/null || skip

# Only Bash has the time as a variable. Linux has its uptime in a file, which the hub can convert;
# neither needs another process.
# shellcheck disable=SC3028
now=${EPOCHREALTIME-} up=
case $now in
*[.,]??????)
  micros=${now#*[.,]}
  now=${now%[.,]*}${micros%???}
  ;;
*) read -r up mark </proc/uptime || now=$(date +%s%3N) ;;
esac

client=${CLAUDE_PID-} parent=$PPID entry=${CLAUDE_CODE_ENTRYPOINT-}
case $client in *[!0-9]*) client= ;; esac
case $parent in *[!0-9]*) parent= ;; esac
case $entry in *[!a-z0-9-]*) entry= ;; esac
case $now in *[!0-9]*) now= ;; ?????????????) ;; *) now= ;; esac
case $up in *[!0-9.]*) up= ;; esac
[ ${#entry} -le 40 ] && [ ${#client} -le 15 ] || entry='' client=''

# curl reads the token from the file, since arguments are public. A body must not wait for
# "100 Continue".
set -- -s --noproxy '*' --connect-timeout 2 -H 'Expect:' --data-binary @-
[ -z "$client" ] || set -- "$@" -H "X-Claude-Pid: $client"
[ -z "$parent" ] || set -- "$@" -H "X-Claude-Parent-Pid: $parent"
[ -z "$entry" ] || set -- "$@" -H "X-Claude-Entrypoint: $entry"
[ -z "$now" ] || set -- "$@" -H "X-Sent-At: $now"
[ -z "$up" ] || set -- "$@" -H "X-Sent-Uptime: $up"

# Prints with the shell's own commands: a large text exceeds the limit of a program's arguments.
put() {
  case ${KSH_VERSION-} in
  *MIRBSD*) print -rn -- "$1" ;;
  *) printf %s "$1" ;;
  esac
}

# Sends an event that is only observed. It is written to a folder that the hub watches, which takes a
# quarter of the time of starting curl. Without the folder, or if not even a blank can be written to
# it, curl replaces the shell. curl's last transfer always succeeds, so it exits with 0 whatever the
# hub does; cat exits with 1 if the disk fills up meanwhile, which the client ignores. With --rewake
# the shell stays to exit with 0, since the client treats other codes as a prompt.
send_observed() {
  if [ -n "$folder" ]; then
    umask 077
    file=$dir/$folder/${now}_${up}_${client}_${parent}_${entry}_$$
    # The braces open the file: a shell exits with 2 if exec itself can't open one, and the client
    # treats that as a refusal.
    {
      put ' ' && {
        [ -n "$may_wake" ] || exec cat <&3
        cat <&3 || skip
        exit 0
      }
    } >"$file"
    rm -f "$file"
    command -v curl >/dev/null || skip
  fi
  is_hub || skip
  set -- "$@" --max-time 2 -o /dev/null --next -s -o /dev/null file:///dev/null
  [ -n "$may_wake" ] || exec curl -q -K "$config" "$@" <&3 >/dev/null
  curl -q -K "$config" "$@" <&3 >/dev/null &
  child=$!
  wait "$child"
  exit 0
}

exec 3<&0
[ -n "$mode$may_wake" ] || send_observed "$@"

# curl runs in the background, so that a signal ends it at once as well.
child=
trap '[ -z "$child" ] || kill "$child"; exit 0' HUP INT TERM

# The answer goes to a file without a name, so that it is printed completely or not at all.
answer=$dir/answer.$$
[ -n "$mode" ] && (umask 077 && : >"$answer") || send_observed "$@"

# The payload is kept, to send it to the next hub as well; the final dot preserves trailing line
# breaks.
payload=$(cat <&3 && echo .)
payload=${payload%.}
newline='
'
held=
again=
tries=40
# Codex shows no dialog while its hook waits: it waits no longer than a hub holds a request, and for
# no other hub.
[ "$entry" != sdk-codex ] || set -- "$@" --max-time 65
while :; do
  answer=$dir/answer.$$ # The next hub may have another folder, and remove the previous one's.
  [ -e "$answer" ] || (umask 077 && : >"$answer") || exit 0
  exec 5>"$answer"
  exec 6<"$answer"
  rm -f "$answer"
  if [ -z "$absent" ] && is_hub; then
    put "$payload" | curl -q -K "$config" "$@" -w '\n%{http_code} %{content_type}' >&5 4>&- &
    child=$!
    wait "$child" && break
    failure=$?
  else
    failure=7
  fi
  [ "$entry" != sdk-codex ] || exit 0
  # A hub that stops aborts its open requests (18, 52, 55, 56) while its successor starts, which
  # takes up to half a minute on a busy machine. No hub listens until then (7, 28). --rewake also
  # retries if no hub has answered before: the client does not wait for it, and the event would be
  # lost. --wait retries while a hub is starting, but only where the terminal shows the dialog
  # meanwhile: not for the SDK and not for subagents.
  case $failure$mode$held in
  18* | 52* | 55* | 56*) held=held ;;
  7*held | 28*held | 7--rewake | 28--rewake) ;;
  7--wait | 28--wait)
    case $entry$payload in sdk-* | *'"agent_id"'*) exit 0 ;; esac
    died_lately || exit 0
    ;;
  *) exit 0 ;;
  esac
  if [ "$held$again" = held ]; then
    set -- "$@" -H 'X-Again: 1'
    again=again
  fi
  while :; do
    [ "$tries" -gt 0 ] || exit 0
    tries=$((tries - 1))
    sleep 1 4>&- &
    child=$!
    wait "$child"
    kill -0 "$PPID" || exit 0
    ! find_hub || break
  done
  absent=
done

answer=$(cat <&6)
case $mode${answer##*"$newline"} in
'--wait200 application/json'*)
  answer=${answer%"$newline"*}
  case $answer in '{'*'}') printf '%s\n' "$answer" ;; esac
  ;;
'--rewake200 text/plain'*)
  answer=${answer%"$newline"*}
  [ -z "$answer" ] || { put "$answer" >&4 && exit 2; }
  ;;
esac
exit 0
