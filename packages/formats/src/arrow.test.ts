import { tableFromIPC as flechette } from '@uwdata/flechette';
import { tableFromIPC as apache } from 'apache-arrow';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fileOf,
  KINDS,
  NULLS_IN_LIST,
  planned,
  rowAsRead,
  rowsOf,
  TIME,
  writerOf,
  type Row,
} from '../test/format-rows.ts';
import { cases, everyNth } from '../../../test/long.ts';
import { kindsOf } from '../../engine/src/generators/analysis/kinds.ts';
import type { Kind, Member } from '../../engine/src/model/kind.ts';
import { newBatch, texts } from '../../engine/src/rows/batch.ts';
import { loadData } from '../../engine/src/rows/load-data.ts';
import { compile } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { templates } from '../../engine/src/templates/index.ts';
import { arrow, arrowFile } from './arrow.ts';

/** What JSON has for values: whole numbers are numbers, and nothing is undefined. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, each: unknown) => {
      if (each instanceof Float64Array || each instanceof Int32Array) return Array.from(each);
      return typeof each === 'bigint' ? Number(each) : (each ?? null);
    }),
  );

/** Rows as both readers give them. */
const READERS: readonly (readonly [string, (file: Uint8Array) => unknown])[] = [
  ['apache-arrow', (file) => plain(apache(file).toArray())],
  ['flechette', (file) => plain(flechette(file).toArray())],
];

/** Times are milliseconds in both; unions, maps and values of any kind are JSON. */
function one(value: unknown, { is }: Kind): unknown {
  if (is === 'date' || is === 'instant') return Date.parse(String(value));
  if (is === 'union' || is === 'any') return JSON.stringify(value);
  return is === 'text' ? String(value).toWellFormed() : value;
}
const asJson = (member: Member): Member =>
  member.kind.is === 'map' ? { ...member, kind: { is: 'any' } } : member;
const expected = (rows: readonly Row[], members: readonly Member[]): unknown =>
  plain(rows.map((row) => rowAsRead(row, members.map(asJson), one)));

test.each(READERS)('%s reads any values of any kinds, from a stream and a file', (_, read) => {
  fc.assert(
    fc.property(
      rowsOf([...KINDS, NULLS_IN_LIST]),
      fc.constantFrom(arrow, arrowFile),
      ({ members, rows }, format) => {
        const plan = planned(format.plan(members, {}));
        expect(read(fileOf(plan, writerOf(rows), rows.length, 2))).toEqual(expected(rows, members));
      },
    ),
    { numRuns: cases(75) },
  );
});

test.each(everyNth(4, templates).map(({ name, text }) => ({ name, text })))(
  'both read the rows of $name as they are in JSON',
  async ({ text }) => {
    const parsed = parseSchema(text);
    if (!parsed.ok) throw new Error(text);
    await loadData(parsed.schema);
    const members = kindsOf(parsed.schema);
    const rows = compile(parsed.schema, { seed: 5 });
    const lines = [...texts(rows.fill(newBatch(), { first: 0, count: 200, time: TIME }))];
    const made = expected(
      lines.map((line) => JSON.parse(line) as Row),
      members,
    );
    for (const format of [arrow, arrowFile])
      for (const [, read] of READERS)
        expect(read(fileOf(planned(format.plan(members, {})), rows, 200))).toEqual(made);
  },
);

test.each(READERS)(
  '%s finds all batches of a file by its foot, whatever the batches of the stream were',
  (_, read) => {
    const rows = Array.from({ length: 70_000 }, (_, i) => ({ id: i }));
    const plan = planned(arrowFile.plan([{ name: 'id', kind: { is: 'integer', min: 0, max: 1e6 } }], {}));
    const file = fileOf(plan, writerOf(rows), rows.length);
    expect(fileOf(plan, writerOf(rows), rows.length, 9999).equals(file)).toBe(true);
    expect(read(file)).toEqual(rows);
    expect(read(fileOf(plan, writerOf([]), 0))).toEqual([]);
  },
);

test('a malformed row ends the file, with what to do', () => {
  const plan = planned(arrow.plan([{ name: 'id', kind: { is: 'text' } }], {}));
  const writer = writerOf([{ id: 'a' }]);
  const broken = {
    fill: (...given: Parameters<typeof writer.fill>) => {
      const batch = writer.fill(...given);
      batch.bytes[0] = 0x21;
      return batch;
    },
  };
  expect(() => fileOf(plan, broken, 1)).toThrow(
    'Row 0 is malformed, so Arrow has no place for it. Remove malformed rows',
  );
});
