#!/bin/sh
# sbatch --array=1-4 Scripts/ci/slurm.sh, and when all have ended:
#   sluice merge shard-*.json --junit report.xml
#SBATCH --job-name=sluice
#SBATCH --output=shard-%a.txt
: "${SLUICE:=.build/release/sluice}"
# 1 says that a case failed: whether the whole is red is the report's to say.
"$SLUICE" run --shard auto --junit "shard-$SLURM_ARRAY_TASK_ID.xml" \
  --report "json=shard-$SLURM_ARRAY_TASK_ID.json" "$@" || test $? -eq 1
