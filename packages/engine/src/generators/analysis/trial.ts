import { invalid, type Result } from '../../model/issue.ts';
import type { Entity, Field } from '../../model/schema.ts';
import { rowCells } from '../compile/row.ts';
import { errorText } from '../../model/printable.ts';
import { seedOf } from '../../numeric/random.ts';
import type { RowTimes } from '../kernels/engine/event-times.ts';
import { rowFiller } from '../kernels/engine/rows.ts';
import type { Sources } from '../compile/context.ts';

/** The result of generating one row. */
export type Trial = Result<{ readonly bytes: number }>;

/** Any fixed time works, and the first step of any journey, which the filler's zeros are: the row is discarded. */
const TIME: RowTimes = {
  fromMs: Date.UTC(2026, 0, 1),
  put: (ms) => ms.fill(Date.UTC(2026, 0, 1)),
  putSteps({ startedMs, nextMs }) {
    startedMs.fill(Date.UTC(2026, 0, 1));
    nextMs.fill(Date.UTC(2026, 0, 2));
  },
};
const TRIAL = { first: 0, count: 1, time: TIME };

/** Generates rows to check that these fields work together, and to measure the first. Never throws. @param count of rows */
export function tryFields(fields: readonly Field[], sources: Sources, count = 1): Trial {
  try {
    const batch = { first: 0, count: 0, bytes: new Uint8Array(0), ends: new Uint32Array(0) };
    rowFiller(rowCells(fields, sources), seedOf(0))(batch, { ...TRIAL, count });
    return { ok: true, bytes: batch.ends[0] ?? 0 };
  } catch (error) {
    return invalid(errorText(error));
  }
}

/** Generates the first entity, with all its fields. Never throws. */
export function tryEntity({ name, key, fields }: Entity, sources: Sources): Trial {
  const names = [key, ...fields].map((field) => field.name);
  // A table of states may have a column named state.
  let draw = name;
  while (names.some((each) => each === draw || each.startsWith(`${draw}.`))) draw += '_';
  return tryFields(
    [
      { name: draw, type: 'catbird.entity', args: [{ of: name, skew: 'inOrder' }] },
      ...names.map((each) => ({ name: each, type: 'catbird.ref', args: [`${draw}.${each}`] })),
    ],
    sources,
  );
}
