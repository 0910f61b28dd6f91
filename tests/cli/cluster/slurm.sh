# shellcheck shell=bash
# Sourced: a Slurm cluster of two nodes with one processor each on this machine, in one folder. Its
# ports, sockets and keys are its own, so that it does not disturb another Slurm.
#
# start_cluster FOLDER   0 if jobs can be submitted; otherwise 1 with the reason on standard output
# stop_cluster           ends the daemons with all child processes and removes the folder
# start_node NAME, kill_daemon NAME, crash_node NAME
#                        the nodes are schiri1 and schiri2; a crash kills the jobs of the node

cluster='' # the folder

cluster_programs=(munged slurmctld slurmd sbatch squeue scontrol scancel sinfo)
PATH=$PATH:/usr/sbin:/sbin

# wait_until SECONDS COMMAND...: repeats the command until it succeeds; fails after this time.
wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    if [ "$SECONDS" -ge "$end" ]; then return 1; fi
    sleep 0.2
  done
}

# A free port.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  done
  echo "$port"
}

write_cluster_configuration() {
  local host user
  host=$(hostname -s)
  user=$(id -un)
  cat >"$cluster/slurm.conf" <<CONF
ClusterName=schiri
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=100000
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool-%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd-%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd-%n.log
SlurmctldTimeout=30
SlurmdTimeout=300
KillWait=10
BatchStartTimeout=1
MinJobAge=300
ReturnToService=2
NodeName=schiri1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1 State=UNKNOWN
NodeName=schiri2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1 State=UNKNOWN
PartitionName=schiri Nodes=schiri[1-2] Default=YES MaxTime=INFINITE State=UP
CONF
}

nodes_are_up() { [ "$(sinfo --noheader --Node --format=%t | grep -cE '^(idle|alloc|mix)$')" = 2 ]; }

start_node() { slurmd -N "$1" -f "$cluster/slurm.conf"; }

start_daemons() {
  munged --force --num-threads=2 --socket="$cluster/munge.socket" --key-file="$cluster/munge.key" \
    --log-file="$cluster/munged.log" --pid-file="$cluster/munged.pid" --seed-file="$cluster/munge.seed" &&
    slurmctld -f "$cluster/slurm.conf" && start_node schiri1 && start_node schiri2
}

start_cluster() {
  local program
  for program in "${cluster_programs[@]}"; do
    if ! command -v "$program" >/dev/null 2>&1; then
      echo "$program is not installed"
      return 1
    fi
  done
  cluster=$1
  mkdir -p "$cluster/state"
  export SLURM_CONF=$cluster/slurm.conf
  # Remove the settings of a Slurm job that may run this script.
  unset "${!SBATCH_@}" "${!SQUEUE_@}" "${!SLURM_JOB@}" "${!SLURM_ARRAY@}"
  write_cluster_configuration
  # Unused, but the default plugin does not start without mounted control groups.
  echo CgroupPlugin=cgroup/v1 >"$cluster/cgroup.conf"
  (umask 077 && head -c 1024 /dev/urandom >"$cluster/munge.key")
  clean_up_after_us
  if ! start_daemons >"$cluster/start.log" 2>&1 || ! wait_until 120 nodes_are_up; then
    echo "the daemons do not start:"
    tail -qn 3 "$cluster"/*.log 2>/dev/null
    return 1
  fi
}

# processes_with NAMES FILE: the processes of these programs that have this file open.
processes_with() {
  local process
  for process in /proc/[0-9]*; do
    if grep -qxE "$1" "$process/comm" 2>/dev/null &&
      find "$process/fd" -lname "$2" 2>/dev/null | grep -q .; then
      echo "${process#/proc/}"
    fi
  done
}

# The processes with all their descendants.
with_descendants() {
  local process children
  for process; do
    echo "$process"
    mapfile -t children < <(ps -o pid= --ppid "$process" | tr -d ' ')
    with_descendants "${children[@]}"
  done
}

# True also for a process that its parent has not waited for.
has_ended() { ! grep -qE '^State:[[:space:]]+[^ZX[:space:]]' "/proc/$1/status" 2>/dev/null; }

# Kills only the daemon; its jobs continue.
kill_daemon() {
  local pid
  pid=$(cat "$cluster/slurmd-$1.pid")
  kill -KILL "$pid"
  wait_until 10 has_ended "$pid"
}

# The node fails; the controller requeues its jobs when it notices.
crash_node() {
  local daemons processes
  mapfile -t daemons < <(processes_with 'slurmd|slurmstepd' "$cluster/slurmd-$1.log")
  mapfile -t processes < <(with_descendants "${daemons[@]}")
  if [ ${#processes[@]} -gt 0 ]; then kill -KILL "${processes[@]}" 2>/dev/null || true; fi
}

# Reports the failure now instead of after SlurmdTimeout.
declare_down() { scontrol update nodename="$1" state=down reason=crashed; }

stop_cluster() {
  local name pid
  if [ -z "$cluster" ] || [ ! -d "$cluster" ]; then return 0; fi
  crash_node schiri1
  crash_node schiri2
  for name in slurmctld munged; do
    if ! pid=$(cat "$cluster/$name.pid" 2>/dev/null); then continue; fi
    kill -TERM "$pid" 2>/dev/null || continue
    wait_until 5 has_ended "$pid" || kill -KILL "$pid" 2>/dev/null || true
  done
  rm -rf -- "$cluster"
}

# If this shell is killed, a background process stops the cluster.
clean_up_after_us() {
  # shellcheck disable=SC2016
  (setsid bash -c '. "$1"; cluster=$2; while kill -0 "$3" 2>/dev/null; do sleep 1; done; stop_cluster' \
    - "${BASH_SOURCE[0]}" "$cluster" $$ </dev/null >/dev/null 2>&1 &)
}
