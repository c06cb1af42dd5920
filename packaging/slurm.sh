#!/bin/bash
# Work units of fewest on a Slurm cluster: each task of the array works until no unit is left. The folder must be on a
# file system that all nodes see.
#
#     fewest work split jobs --time 1h --memory 3GiB levels.txt
#     sbatch packaging/slurm.sh jobs
#     fewest work merge jobs
#
# A task that Slurm ends puts back what it had, or others take it over a minute later: submit it again whenever
# units are left. For one unit a task, with --array=0-999 of a thousand units, add --index "$SLURM_ARRAY_TASK_ID".
#SBATCH --job-name=fewest
#SBATCH --array=0-15
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=4G
#SBATCH --time=24:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --requeue
set -euo pipefail

folder=${1:?usage: sbatch slurm.sh FOLDER}

# In the background, so that the shell hears the signal that comes before the end, and hands it on.
fewest work run "$folder" --jobs "${SLURM_CPUS_PER_TASK:-1}" &
worker=$!
trap 'kill -TERM "$worker"' TERM
code=0
wait "$worker" || code=$?
if ((code > 128)); then
    # The shell was woken by the signal: the worker ends now.
    code=0
    wait "$worker" || code=$?
fi
# An interrupt is not a failure: unfinished units were put back.
if ((code == 22)); then exit 0; fi
exit "$code"
