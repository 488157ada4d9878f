import { bounds, compile, newBatch, type Schema } from '@catbird/core';
import type { SlowField } from './protocol.ts';

/**
 * The fields that take over 50 ms for one row, slowest first.
 *
 * @param now a clock in milliseconds
 */
export const slowFields = ({ fields }: Schema, seed: string, now: () => number): readonly SlowField[] =>
  fields
    .map((field) => {
      const writer = compile({ fields: [field] }, { seed });
      const startMs = now();
      writer.fill(newBatch(), { first: 0, count: 1, time: { startMs: Date.now(), stepMs: 0 } });
      return { name: field.name, ms: now() - startMs };
    })
    .filter(({ ms }) => ms > bounds.fieldMs)
    .toSorted((a, b) => b.ms - a.ms);
