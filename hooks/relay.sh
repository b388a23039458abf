#!/bin/sh
# Hands the hook payload on standard input to the hub on this machine. Silent, and exits 0; prints
# nothing but a decision, and that only when called with --wait. With --rewake it stays until the hub
# has a prompt for the session, and ends with 2 and the prompt on its error output. The hook command
# sources this file, so any sh may run it, and $PPID is the client.

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

# The client expects its payload to be read, whether it is sent or not.
skip() {
  cat >/dev/null || while read -r mark; do :; done
  exit 0
}

# Whether a hub has left its address in that folder, as this user. One that crashed leaves its files
# behind; their first line tells, "# pid <number> socket" or "# pid <number> proof <its answer>". A
# second line, "# events <folder> <start>" or "# start <start>", tells when that process began, and of
# the folder for events that are only observed.
has_hub() {
  dir=$1
  config=$dir/relay${mode#-}.conf
  mark='' word='' pid='' way='' proof='' second='' events='' folder='' start=''
  {
    read -r mark word pid way proof || return 1
    read -r second events folder start || :
  } <"$config"
  [ -O "$config" ] || return 1
  case $mark$word$way${proof:+:} in '#pidsocket' | '#pidproof:') ;; *) return 1 ;; esac
  case $pid in '' | *[!0-9]*) return 1 ;; esac
  kill -0 "$pid" || return 1
  case $second$events in
  '#events') ;;
  '#start') start=$folder folder= ;;
  *) folder='' start='' ;;
  esac
  [ -z "$start" ] || has_begun
}

# Hosts that share the config home have a hub each: the first has its files in our folder itself, the
# others in folders of their own in it. Only on its own host does a hub's process live.
find_hub() {
  has_hub "$home" && return
  for each in "$home"/host-*/; do
    has_hub "${each%/}" && return
  done
  return 1
}

# Whether the process is the hub itself, and not one that got its number later or on another host. What
# it began at is the 22nd word that the system tells, the 20th behind the name in brackets. Where that
# cannot be read, the socket tells.
has_begun() {
  read -r stat <"/proc/$pid/stat" || { folder='' && return; }
  # shellcheck disable=SC2086
  set -- ${stat##*) }
  [ "${20-}" = "$start" ]
}

# A living process may be another one than the hub. At a socket in our folder nobody else can listen;
# at a port anybody can, and is asked for the hub's own answer before anything is sent.
is_hub() {
  [ "$way" = proof ] || return 0
  hello=$(curl -q -s -K "$dir/relay-hello.conf" --noproxy '*' --max-time 2 </dev/null)
  case $hello in *"\"proof\":\"$proof\""*) ;; *) return 1 ;; esac
}

# A hub writes its token over every few seconds: where one did within a minute and is gone, it was
# killed, and the next one is on its way.
died_lately() {
  [ -n "$(find "$home/" -maxdepth 2 -name token -mmin -1)" ]
}

home=${CLAUDE_CONFIG_DIR:-${HOME-}/.claude}/mission-control
# Only a session in a terminal can be woken; a run without one would wait for this at its end.
case $mode${CLAUDE_CODE_ENTRYPOINT-} in --rewakecli) ;; --rewake*) mode= ;; esac
absent=
find_hub || {
  asked=$mode mode=
  # A hub of an earlier version has no prompts to wait for.
  if [ "$asked" != --rewake ] || ! find_hub; then
    mode=$asked
    [ -n "$mode" ] && died_lately || skip
    absent=absent dir=$home folder=
  fi
}
[ -n "$folder" ] || command -v curl >/dev/null || skip

# Bash alone has the time; everywhere else the variable is unset. Linux tells the seconds since it
# started, which the hub knows, too: no process is needed for that.
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

# The token stays in the file, which each call names: arguments are public. A body must not wait for
# "100 Continue".
set -- -s --noproxy '*' --connect-timeout 2 -H 'Expect:' --data-binary @-
[ -z "$client" ] || set -- "$@" -H "X-Claude-Pid: $client"
[ -z "$parent" ] || set -- "$@" -H "X-Claude-Parent-Pid: $parent"
[ -z "$entry" ] || set -- "$@" -H "X-Claude-Entrypoint: $entry"
[ -z "$now" ] || set -- "$@" -H "X-Sent-At: $now"
[ -z "$up" ] || set -- "$@" -H "X-Sent-Uptime: $up"

# With what the shell has itself: a program's arguments are too short for a large text.
put() {
  case ${KSH_VERSION-} in
  *MIRBSD*) print -rn -- "$1" ;;
  *) printf %s "$1" ;;
  esac
}

# An event that is only observed is left in a folder that the hub looks at: a file costs a quarter of
# what curl's start costs. Where there is none, or not a blank can be written there, curl takes the
# place of the shell. The last thing that it fetches always works, so that it ends with 0 whatever
# became of the hub; cat ends with 1, which the client passes over, where the disk fills up in the
# middle. Where the client would take another end for a prompt, the shell stays and sees to that.
tell() {
  if [ -n "$folder" ]; then
    umask 077
    file=$dir/$folder/${now}_${up}_${client}_${parent}_${entry}_$$
    # The file is opened by the braces: a shell ends with 2 where exec itself cannot open one, and
    # the client would take that for a refusal.
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
[ -n "$mode$may_wake" ] || tell "$@"

# In the background, because a signal must end what runs too, and at once.
child=
trap '[ -z "$child" ] || kill "$child"; exit 0' HUP INT TERM

# An answer is kept in a file without a name, so that it prints whole or not at all.
answer=$dir/answer.$$
[ -n "$mode" ] && (umask 077 && : >"$answer") || tell "$@"

# Each hub that is asked gets the payload; the mark keeps the line breaks at its end.
payload=$(cat <&3 && echo .)
payload=${payload%.}
newline='
'
held=
again=
tries=40
while :; do
  answer=$dir/answer.$$ # The next hub may have another folder, and take the last one's away.
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
  # A hub that goes cuts its calls off (18, 52, 55, 56): the next one is on its way, though a busy
  # machine may take half a minute. Until it listens, nobody does (7, 28). A prompt is worth looking
  # from the start: nobody waits for that, and else the event would be lost with it. So is a request
  # whose dialog is in the terminal meanwhile, while a hub is on its way.
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
