import { tryFields } from '../generators/trial.ts';
import { bounds } from './bounds.ts';
import type { Context, Read, Watch } from './context.ts';

/** Making a value for the first time may take long because lists are opened for it: up to this in all, another time counts, in milliseconds. */
const AGAIN_MS = 4 * bounds.fieldMs;

/**
 * How often a row is made before it is called slow. By a clock that also runs while other programs do, one measurement says
 * nothing, however long it is.
 */
const TIMES = { wall: { least: 3, most: 5 }, cpu: { least: 1, most: 2 } } as const;

/**
 * Names the fields that take over 50 ms for one row. Fields that read others are cheap themselves, and cannot be made alone:
 * they are left out. Without a watch none is measured.
 */
export function noteSlow(each: readonly Read[], { findings, sources, watch }: Context): void {
  if (watch === undefined) return;
  for (const { field, valueMs, times, reads, at } of each) {
    if (reads.length > 0) continue;
    const path = [field.name];
    const rowMs = (): number => {
      watch.onTrial?.(findings.place(at, path));
      const startMs = watch.now();
      tryFields([field], sources);
      return watch.now() - startMs;
    };
    // A single value was made when the field was read.
    const ms = shortest((times === 1 ? valueMs : undefined) ?? rowMs(), rowMs, watch);
    if (ms <= bounds.fieldMs) continue;
    const message = `${field.name} takes ${Math.round(ms)} ms a row`;
    const hint = 'Lower its count or length to send more than a few events a second';
    findings.add({ code: 'slow', severity: 'note', message, hint, at, path });
  }
}

/** The shortest of several measurements, where the first one is long. */
function shortest(firstMs: number, measure: () => number, { isWallClock = false }: Watch): number {
  const { least, most } = isWallClock ? TIMES.wall : TIMES.cpu;
  let ms = firstMs;
  let allMs = firstMs;
  for (let times = 1; ms > bounds.fieldMs && times < most; times++) {
    if (times >= least && allMs >= AGAIN_MS) break;
    const againMs = measure();
    allMs += againMs;
    ms = Math.min(ms, againMs);
  }
  return ms;
}
