#!/usr/bin/env bash
# Plays a tournament on a real Slurm cluster on this machine while tasks are cancelled and requeued
# and nodes crash, and compares the collected games with those of one process.
# bash slurm_test.sh PROGRAM
# Exit status: 0 no errors, 1 errors, 77 Slurm is not installed or does not start.
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source-path=SCRIPTDIR source=slurm.sh
. "$here/slurm.sh"

folder=$(mktemp -d "${TMPDIR:-/tmp}/schiri-slurm.XXXXXX")
chmod 755 "$folder"
finish() {
  stop_cluster
  rm -rf -- "$folder"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

if ! start_cluster "$folder/cluster" >"$folder/reason"; then
  echo "Slurm is not tested: $(cat "$folder/reason")" >&2
  exit 77
fi
cd "$folder"

# Seconds that nothing takes on the slowest machine.
patience=300

failures=0
check() {
  local what=$1
  shift
  if "$@"; then return; fi
  echo "FAILED: $what"
  failures=$((failures + 1))
}

same_games() { cmp <("$program" db export --no-times --db "$1") <("$program" db export --no-times --db "$2"); }

# state_of EVENT SHARD: its state, games and job on one line.
state_of() {
  "$program" tournament status "$1" --format csv 2>/dev/null | awk -F, -v shard="$2" '$1 == shard { print $4, $2, $5 }'
}
is_in_state() { [[ $(state_of "$1" "$2") == "$3 "* ]]; }
has_games() { [[ $(state_of "$1" "$2") =~ ^[a-z]+\ [1-9] ]]; }
is_playing() { is_in_state "$1" "$2" running && has_games "$1" "$2"; }
# The process of a task's script; scancel retries too long while a task is being requeued.
script_of_task() {
  local process name
  # On a busy machine, a command for each process would take longer than the task.
  for process in /proc/[0-9]*; do
    if read -r name 2>/dev/null <"$process/comm" && [ "$name" = slurm_script ] &&
      tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -cxF -e "SLURM_CONF=$SLURM_CONF" -e "SLURM_ARRAY_TASK_ID=$1" | grep -qx 2; then
      echo "${process#/proc/}"
    fi
  done
}
# No job waits or runs.
is_idle() { [ -z "$(squeue --noheader --name="schiri-$1")" ]; }
# A shard without an earlier stop is running on a node.
is_node_playing() {
  local task
  for task in $(squeue --noheader --array --name=schiri-rough --nodelist="$1" --states=running --format=%K); do
    if [[ $task =~ ^[4-8]$ ]] && is_playing rough "$task"; then return 0; fi
  done
  return 1
}
# The number of games that the tasks of a shard report, over all attempts.
played() { awk '/ games? played in /{ sum += $1 } END { print sum + 0 }' "$1/log/shard-$2.out"; }

# A bot that is slow while a file exists, so that tasks are disturbed while they play.
cat >slow.sh <<END
while IFS= read -r line; do
  case \$line in go*) if [ -e slow ]; then sleep 0.1; fi ;; esac
  printf '%s\n' "\$line"
done | '$program' ugi creeper --bot random
END
event=(--game creeper --bot 'cmd="bash slow.sh" name=slow nodes=1' --bot greedy --bot random --rounds 40)
"$program" tournament run "${event[@]}" --db one.db >one.out 2>&1

# --- without disturbances ---
"$program" tournament submit "${event[@]}" --shards 8 --dir calm --save-every 0.2 >/dev/null
check "calm: ends" wait_until "$patience" is_idle calm
check "calm: the same games as on one machine" same_games one.db calm/event.db
check "calm: no shard left" [ "$("$program" tournament status calm --format json | grep -c '"state":"done"')" = 8 ]
check "calm: nothing left to submit" grep -q "nothing to submit" <("$program" tournament status calm --requeue)

# --- with many disturbances ---
touch slow
"$program" tournament submit "${event[@]}" --shards 8 --dir rough --save-every 0.2 >/dev/null
array=$(squeue --noheader --name=schiri-rough --format=%F | sort -n | head -n 1)
check "rough: shards 1 and 2 begin" wait_until "$patience" eval 'is_playing rough 1 && is_playing rough 2'
# As preemption does.
check "rough: a task is requeued" wait_until "$patience" scontrol requeue "${array}_1"
# As at the time limit.
check "rough: the script of a task gets the signal of the time limit" kill -USR1 "$(script_of_task 2)"
check "rough: shard 3 begins" wait_until "$patience" is_playing rough 3
check "rough: a task is cancelled" wait_until "$patience" scancel "${array}_3"
check "rough: finished games can be collected" grep -q incomplete <("$program" tournament collect rough)
check "rough: another shard is being played on the second node" wait_until "$patience" is_node_playing schiri2
crash_node schiri2
declare_down schiri2
# Replacing only the daemon does not harm its jobs.
kill_daemon schiri1
start_node schiri1
start_node schiri2
check "rough: the nodes come back" wait_until "$patience" nodes_are_up
rm slow
check "rough: ends" wait_until "$patience" is_idle rough
check "rough: the cancelled shard is reported as failed" is_in_state rough 3 failed
check "rough: status reports an error" eval '! "$program" tournament status rough >/dev/null'
check "rough: missing games are listed" grep -qE "missing: .*(51|59|67|75)" <("$program" tournament collect rough)
"$program" tournament status rough.json --requeue --trust-commands >/dev/null
check "rough: the resubmitted shard ends" wait_until "$patience" is_idle rough
check "rough: the same games as on one machine" same_games one.db rough/event.db
check "rough: the database is sound" "$program" db check --db rough/event.db >/dev/null
check "rough: the games match the plan" "$program" tournament verify --db rough/event.db >/dev/null
for shard in 1 2 3; do
  check "rough: shard $shard was stopped" [ "$(grep -c '^node: ' "rough/log/shard-$shard.out")" = 2 ]
  check "rough: shard $shard plays no game twice" [ "$(played rough "$shard")" = 30 ]
done
check "rough: a crashed task was started again" grep -qE "restarts [1-9]" <(cat rough/log/shard-[4-8].out)

# --- rounds that depend on results ---
bots=(--game creeper --bot greedy --bot random --bot "greedy name=g" --bot "random name=r" --bot "random name=s")
for system in swiss knockout; do
  "$program" tournament run "${bots[@]}" --system "$system" --db "$system.db" >/dev/null 2>&1
  "$program" tournament submit "${bots[@]}" --system "$system" --shards 2 --dir "chain-$system" >/dev/null
done
for system in swiss knockout; do
  check "$system: ends" wait_until "$patience" is_idle "chain-$system"
  check "$system: the same games as on one machine" same_games "$system.db" "chain-$system/event.db"
done

if [ "$failures" -gt 0 ]; then
  "$program" tournament status rough || true
  tail -n 40 rough/log/*.out || true
  grep -iE "error|requeue" "$cluster"/*.log | tail -n 30 || true
fi
echo "$failures failures"
[ "$failures" -eq 0 ]
