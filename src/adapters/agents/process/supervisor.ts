/**
 * A shell script that starts an agent and ends it when Skillet is gone, also by SIGKILL. Descriptor 3 is a pipe that
 * Skillet holds open: its end is all the watcher waits for. It then ends everything that carries the agent's mark in its
 * environment, which a process keeps when it leaves the group, and the group. It looks several times: a process that is
 * just being started shows no environment for a moment. The script itself ends first, or it would end the watcher as soon
 * as the agent is gone.
 */
export const SUPERVISOR = `mark=$1; shift
exec 4<&0 </dev/null
SKILLET_AGENT_MARK=$mark "$@" <&4 4<&- 3<&- &
agent=$!
exec 4<&-
trap '' TERM
(
  exec >/dev/null 2>&1
  read -r _ <&3
  kill -KILL $$
  for _ in 1 2 3 4; do
    for at in $(grep -lsa "SKILLET_AGENT_MARK=$mark" /proc/[0-9]*/environ); do
      at=\${at#/proc/}
      kill -KILL "\${at%/environ}"
    done
    sleep 0.2 || sleep 1
  done
  kill -KILL -$$
) &
watcher=$!
exec 3<&-
wait $agent
code=$?
kill -KILL $watcher
exit $code`
