import { tryFields } from '../generators/analysis/trial.ts';
import { bounds } from './bounds.ts';
import type { Context, ParsedField, Watch } from './context.ts';

/** The first value may be slow because lists are loaded: measure again until this much time has passed in total, in milliseconds. */
const AGAIN_MS = 4 * bounds.fieldMs;

/**
 * How often a row is generated before it counts as slow. A wall clock also runs while other programs do, so a single
 * measurement proves nothing.
 */
const TIMES = { wall: { least: 3, most: 5 }, cpu: { least: 1, most: 2 } } as const;

/**
 * Adds a note to fields that take over 50 ms per row. Skips fields that read others: they are cheap and cannot be generated
 * alone. Does nothing without a watch.
 */
export function noteSlow(each: readonly ParsedField[], { findings, sources, watch }: Context): void {
  if (watch === undefined) return;
  for (const { field, valueMs, times, references, at } of each) {
    if (references.length > 0) continue;
    const path = [field.name];
    const rowMs = (): number => {
      watch.onTrial?.(findings.place(at, path));
      const startMs = watch.now();
      tryFields([field], sources);
      return watch.now() - startMs;
    };
    // A single value was generated when the field was parsed.
    const ms = shortest((times === 1 ? valueMs : undefined) ?? rowMs(), rowMs, watch);
    if (ms <= bounds.fieldMs) continue;
    const message = `${field.name} takes ${Math.round(ms)} ms per row`;
    const hint = 'Reduce its count or length to send more than a few events per second';
    findings.add({ code: 'slow', severity: 'note', message, hint, at, path });
  }
}

/** The shortest of several measurements, if the first is too long. */
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
