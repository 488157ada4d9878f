import { tryFields } from '../generators/trial.ts';
import { bounds } from './bounds.ts';
import type { Context, Read } from './context.ts';

/** Making a value for the first time may take long because lists are opened for it: up to this, the second time counts, in milliseconds. */
const FIRST_MS = 4 * bounds.fieldMs;

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
    const firstMs = (times === 1 ? valueMs : undefined) ?? rowMs();
    const ms = firstMs > bounds.fieldMs && firstMs < FIRST_MS ? Math.min(firstMs, rowMs()) : firstMs;
    if (ms <= bounds.fieldMs) continue;
    const message = `${field.name} takes ${Math.round(ms)} ms a row`;
    const hint = 'Lower its count or length to send more than a few events a second';
    findings.add({ code: 'slow', severity: 'note', message, hint, at, path });
  }
}
