# shellcheck shell=bash
# Sourced: a Slurm cluster of two nodes with a processor each, all on this machine and in one folder,
# beside whatever other Slurm runs here: its ports, sockets and keys are its own.
#
# start_cluster FOLDER    0 when jobs can be submitted; else 1, with the reason on standard output
# stop_cluster            ends the daemons and all that they started; to be called in any case
# start_node NAME, crash_node NAME: a node alone; a crash takes its jobs with it

cluster='' # the folder

slurm_programs=(munged slurmctld slurmd sbatch squeue scontrol scancel sinfo)

# A port that nobody listens on.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  done
  echo "$port"
}

# wait_until SECONDS COMMAND...: until it succeeds; fails when the time is up.
wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    if [ "$SECONDS" -ge "$end" ]; then return 1; fi
    sleep 0.2
  done
}

write_cluster_configuration() {
  local host
  host=$(hostname -s)
  cat >"$cluster/slurm.conf" <<CONF
ClusterName=schiri
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmUser=root
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
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0,defer_batch=no,sched_min_interval=100000
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool-%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd-%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd-%n.log
SlurmctldTimeout=30
SlurmdTimeout=10
KillWait=5
MinJobAge=300
ReturnToService=2
NodeName=schiri1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1 State=UNKNOWN
NodeName=schiri2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1 State=UNKNOWN
PartitionName=schiri Nodes=schiri[1-2] Default=YES MaxTime=INFINITE State=UP
CONF
}

nodes_are_up() { [ "$(sinfo --noheader --Node --format=%t | grep -c '^\(idle\|alloc\|mix\)$')" = 2 ]; }

start_node() { slurmd -N "$1" -f "$cluster/slurm.conf" >"$cluster/slurmd-$1.start" 2>&1; }

# The processes below one, itself included, the oldest first.
processes_below() {
  local child
  echo "$1"
  for child in $(ps -o pid= --ppid "$1"); do processes_below "$child"; done
}

# Step daemons leave their slurmd, so they are found by the folder that they work in.
step_daemons() {
  local process
  for process in /proc/[0-9]*; do
    if grep -q '^slurmstepd' "$process/comm" 2>/dev/null &&
      tr '\0' '\n' <"$process/environ" 2>/dev/null | grep -qxF "SLURM_CONF=$cluster/slurm.conf"; then
      echo "${process#/proc/}"
    fi
  done
}
