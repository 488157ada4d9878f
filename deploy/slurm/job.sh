#!/usr/bin/env bash
# 8 shards of one stream as a job array. catbird has to be on PATH, and this folder shared by all nodes.
#   start:   sbatch deploy/slurm/job.sh stream.yaml
#   stop:    scancel JOB
#   resume:  sbatch deploy/slurm/job.sh stream.yaml, or scontrol requeue JOB_TASK for one shard
#   sum up:  catbird summary shards/*.json
#SBATCH --job-name=catbird
#SBATCH --array=0-7
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=catbird-%a.out
# At a time limit, end in order 30 seconds before it.
#SBATCH --signal=B:TERM@30
set -eu
stream=${1:?Name the config: sbatch job.sh stream.yaml}
mkdir -p shards
shard=shards/$SLURM_ARRAY_TASK_ID
# In place of this shell, so that Slurm's signals reach it.
exec catbird run "$stream" --shard auto --state "$shard.state" --digest --json 2>> "$shard.json"
