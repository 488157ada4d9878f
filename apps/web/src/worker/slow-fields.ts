import { bounds, compile, newBatch, type Field, type Schema } from '@catbird/core';
import type { SlowField } from './protocol.ts';

/**
 * The fields that take over 50 ms for one row, slowest first. Fields that read others are cheap themselves, and cannot be
 * made alone: they are left out.
 *
 * @param now a clock in milliseconds
 */
export const slowFields = ({ fields }: Schema, seed: string, now: () => number): readonly SlowField[] =>
  fields
    .filter((field) => standsAlone(field, seed))
    .map((field) => ({ name: field.name, ms: rowMs(field, seed, now) }))
    .filter(({ ms }) => ms > bounds.fieldMs)
    .toSorted((a, b) => b.ms - a.ms);

function rowMs(field: Field, seed: string, now: () => number): number {
  const startMs = now();
  const writer = compile({ fields: [field] }, { seed });
  writer.fill(newBatch(), { first: 0, count: 1, time: { startMs: Date.now(), stepMs: 0 } });
  return now() - startMs;
}

function standsAlone(field: Field, seed: string): boolean {
  try {
    compile({ fields: [field] }, { seed });
    return true;
  } catch {
    // It reads a field that is not there.
    return false;
  }
}
