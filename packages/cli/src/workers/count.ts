import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { attempt } from '../files/attempt.ts';
import { invalid, type Reading } from '@catbird/engine';

/** The value of `--workers`: how many threads, or as many as are of use. */
export type WorkersChoice = number | 'auto';

/** More than the cores of any machine that one process is for. */
const MAX_WORKERS = 256;

/** Reads `4` or `auto`. */
export function readWorkers(text: string): Reading<WorkersChoice> {
  if (text === 'auto') return { ok: true, value: text };
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= 1 && value <= MAX_WORKERS
    ? { ok: true, value }
    : invalid(`must be a whole number from 1 to ${MAX_WORKERS}, or auto`);
}

/** How long a group of processes may use its cores: `max 100000`, or microseconds in each period. */
const CPU_MAX = '/sys/fs/cgroup/cpu.max';

/**
 * How many threads can run at once. Before Node 22, `availableParallelism` does not know of the limit of a container.
 *
 * @param cpuMax the limit as the kernel tells it: https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu-interface-files
 */
export function coresOf(
  cpuMax = attempt(() => readFileSync(CPU_MAX, 'utf8')),
  all = availableParallelism(),
): number {
  const [, quota, period] = /^(\d+) (\d+)/.exec(cpuMax ?? '') ?? [];
  const limit = Math.ceil(Number(quota) / Number(period));
  return limit >= 1 ? Math.min(all, limit) : all;
}
