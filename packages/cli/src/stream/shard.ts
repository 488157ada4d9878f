import { invalid, type Result, type Reading, readInstant } from '@catbird/engine';
import type { Shard } from '@catbird/stream';
import type { Clock } from '@catbird/send';

/** The value of `--shard`: a shard, or `auto` to read it from the environment. */
export type ShardChoice = Shard | { readonly auto: true; readonly count: number | undefined };

/** Far more than the tasks of any job array, and few enough to be listed. */
export const MAX_SHARDS = 1_000_000;

const isCount = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= MAX_SHARDS;

/** Reads `2/4`, `auto` or `auto/4`. */
export function readShard(text: string): Reading<ShardChoice> {
  const [, which = '', of] = /^(\d+|auto)(?:\/(\d+))?$/.exec(text) ?? [];
  const count = of === undefined ? undefined : Number(of);
  const index = Number(which);
  if (count === undefined || isCount(count)) {
    if (which === 'auto') return { ok: true, value: { auto: true, count } };
    if (which !== '' && count !== undefined && index < count) return { ok: true, value: { index, count } };
  }
  return invalid(
    'must be K/N with K from 0 to N − 1 and N up to 1,000,000, such as 0/4, or auto or auto/N in a job array',
  );
}

/** The shard of this process. */
export function resolveShard(
  choice: ShardChoice,
  env: Readonly<Record<string, string | undefined>>,
): Result<{ readonly shard: Shard }> {
  if (!('auto' in choice)) return { ok: true, shard: choice };
  for (const find of ARRAYS) {
    const found = find(env);
    if (found === undefined) continue;
    const count = choice.count ?? found.count;
    if (count === undefined || !isCount(count))
      return invalid('--shard auto: the size of this job array is unknown; use auto/N');
    if (!Number.isSafeInteger(found.index) || found.index < 0 || found.index >= count)
      return invalid(`--shard auto: job index ${found.index} is not a whole number from 0 to ${count - 1}`);
    return { ok: true, shard: { index: found.index, count } };
  }
  return invalid('--shard auto: no supported job array found; use K/N');
}

type Find = (
  env: Readonly<Record<string, string | undefined>>,
) => { readonly index: number; readonly count: number | undefined } | undefined;

const array =
  (index: string, count?: string): Find =>
  (env) =>
    env[index] === undefined
      ? undefined
      : {
          index: Number(env[index]),
          count: count === undefined || env[count] === undefined ? undefined : Number(env[count]),
        };

/** Slurm's indices may start anywhere and have a step. https://slurm.schedmd.com/job_array.html */
const slurm: Find = (env) => {
  const [id, least, count, step = 1] = ['ID', 'MIN', 'COUNT', 'STEP'].map((name) =>
    env[`SLURM_ARRAY_TASK_${name}`] === undefined ? undefined : Number(env[`SLURM_ARRAY_TASK_${name}`]),
  );
  return id === undefined ? undefined : { index: (id - (least ?? 0)) / step, count };
};

const ARRAYS: readonly Find[] = [
  // https://cloud.google.com/run/docs/container-contract#jobs-env-vars
  array('CLOUD_RUN_TASK_INDEX', 'CLOUD_RUN_TASK_COUNT'),
  // https://docs.aws.amazon.com/batch/latest/userguide/job_env_vars.html
  array('AWS_BATCH_JOB_ARRAY_INDEX', 'AWS_BATCH_JOB_ARRAY_SIZE'),
  slurm,
  // https://developer.hashicorp.com/nomad/docs/reference/runtime-environment-settings; the size of the group is not available.
  array('NOMAD_ALLOC_INDEX'),
  // https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode; the number of completions is not available.
  array('JOB_COMPLETION_INDEX'),
];

/** The value of `--start-at auto`, until the store has the start of the first shard. */
export const AUTO_START = Infinity;

/** Reads an instant or `auto`. */
export const readStartAt = (text: string): Reading<number> =>
  text === 'auto' ? { ok: true, value: AUTO_START } : readInstant(text, Date.now());

/** Longest wait without a look at the wall clock, which may be set meanwhile, or stand still while a machine sleeps. */
const LOOK_MS = 10_000;

/** Waits until a wall-clock time, in milliseconds since 1970. A signal ends the wait. */
export async function waitUntil(
  ms: number,
  { date, sleep }: Pick<Clock, 'date' | 'sleep'>,
  signal: AbortSignal,
): Promise<void> {
  for (let leftMs = ms - date(); leftMs > 0 && !signal.aborted; leftMs = ms - date())
    await sleep(Math.min(leftMs, LOOK_MS), signal);
}
