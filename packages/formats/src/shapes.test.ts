import { invalid, messagesOf } from '../../engine/src/model/issue.ts';
import avsc from 'avsc';
import { expect, test } from 'vitest';
import { kindsOf } from '../../engine/src/generators/analysis/kinds.ts';
import { newBatch, records } from '../../engine/src/rows/batch.ts';
import { driftShapes } from '../../engine/src/rows/drift.ts';
import { parseFaults, type Faults } from '../../engine/src/rows/fault-settings.ts';
import { withFaults } from '../../engine/src/rows/faults.ts';
import { compile } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { withFormat, type FormatPlan, planShapes } from './format.ts';
import { findFormat } from './catalogue.ts';

const parsed = parseSchema(
  JSON.stringify({
    id: { type: 'catbird.sequence' },
    name: { type: 'helpers.arrayElement', params: ['a', 'b'] },
    note: { type: 'number.int', params: { min: 0, max: 9 }, nulls: 0.5 },
    at: { type: 'catbird.timestampNow' },
  }),
);
if (!parsed.ok) throw new Error('The schema is not valid');
const { schema } = parsed;
const TIME = { startMs: Date.parse('2026-03-01T12:00:00Z'), stepMs: 1000 };

const driftOf = (...drift: readonly unknown[]): Faults => {
  const faults = parseFaults({ drift });
  if (!faults.ok) throw new Error(messagesOf(faults.issues).join('\n'));
  return faults.faults;
};

async function planned(name: string, faults: Faults, settings: object = {}, mayVary = false) {
  const format = findFormat(name);
  if (format === undefined) throw new Error(`No format ${name}`);
  const plan = (members: Parameters<typeof format.plan>[0]) => format.plan(members, { ...settings });
  return planShapes(driftShapes(schema, faults.drift), { name, plan, mayVary });
}

function written(faults: Faults, plan: FormatPlan, count = 6): readonly Uint8Array[] {
  const rows = withFormat(withFaults(compile(schema, { seed: 1 }), faults, { seed: 1, schema }), plan);
  const batch = rows.fill(newBatch(), { first: 0, count, time: TIME });
  return Array.from(records(batch), (bytes) => bytes.slice());
}
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const RENAME = { rename: { name: 'title' } };
const REMOVE = { remove: ['note'] };
const SCALE = { scale: { note: 1e6 } };
const OTHERS =
  'all rows in FORMAT have the same fields and types. Choose json as the format, or leave this change out';

test.each<[string, readonly unknown[], readonly string[]]>([
  ['csv', [REMOVE, SCALE, { retype: { id: 'string', at: 'null' } }], []],
  ['csv', [RENAME, SCALE, { add: { more: 1 } }], ['rename name', 'add more']],
  ['csv', [{ retype: { id: 'array' } }], []],
  ['tsv', [{ ...RENAME, ...SCALE }], ['scale note, rename name']],
  [
    'avro',
    [REMOVE, { values: { name: ['c'] }, share: 0.1 }, { at: 3, dates: { at: 'epoch_ms' } }],
    ['dates at'],
  ],
  ['avro-file', [{ remove: ['id'] }, REMOVE, SCALE], ['remove id']],
  ['protobuf', [RENAME, REMOVE], ['rename name']],
  ['parquet', [RENAME, REMOVE, { retype: { id: 'string' } }], ['rename name', 'retype id']],
  ['json', [RENAME, REMOVE, SCALE], []],
  ['json-array', [RENAME], []],
  ['cloudevents', [RENAME], []],
])('%s takes the drift that fits it, and names any other: %j', async (name, drift, refused) => {
  const entries = drift.map((entry) => Object.assign({ share: 0.5 }, entry));
  const plan = await planned(name, driftOf(...entries));
  expect(plan.ok ? [] : messagesOf(plan.issues)).toEqual(
    refused.map((changes) => `faults.drift: ${changes}: ${OTHERS.replace('FORMAT', name)}`),
  );
});

test('drifted rows are written as their own shape, among the others', async () => {
  const faults = driftOf(
    { at: 2, ...REMOVE, retype: { id: 'string' } },
    { at: 4, share: 1, values: { name: ['c, "d"'] } },
  );
  const csv = await planned('csv', faults);
  if (!csv.ok) throw new Error(messagesOf(csv.issues).join('\n'));
  expect(written(faults, csv).map((each) => text(each).replace(/,2026.*/, ''))).toEqual([
    expect.stringMatching(/^1,[ab],\d?$/),
    expect.stringMatching(/^2,[ab],\d?$/),
    expect.stringMatching(/^3,[ab],$/),
    expect.stringMatching(/^4,[ab],$/),
    '5,"c, ""d""",',
    '6,"c, ""d""",',
  ]);
  const moved = driftOf({ at: 2, rename: { id: 'n' } });
  const events = await planned('cloudevents', moved);
  if (!events.ok) throw new Error(messagesOf(events.issues).join('\n'));
  expect(
    written(moved, events).map((each) => Object.keys((JSON.parse(text(each)) as { data: object }).data)[0]),
  ).toEqual(['id', 'id', 'n', 'n', 'n', 'n']);
  expect(await planned('cloudevents', moved, { idField: 'id' })).toMatchObject(
    invalid(expect.stringContaining('faults.drift: rename id: idField: Unknown field id')),
  );
  expect(await planned('text', moved, { line: '{{id}} {{name}}' })).toMatchObject(
    invalid(expect.stringContaining('faults.drift: rename id: ')),
  );
});

test('where records tell their layout, each shape has its own schema', async () => {
  const faults = driftOf(
    { at: 1, ...RENAME, remove: ['note'] },
    { at: 3, retype: { id: 'string' }, add: { version: 2 } },
  );
  const plan = await planned('avro', faults, {}, true);
  if (!plan.ok) throw new Error(messagesOf(plan.issues).join('\n'));
  const avro = findFormat('avro');
  const shapes = driftShapes(schema, faults.drift);
  const bytes = written(faults, plan);
  const rows = await Promise.all(
    [0, 1, 1, 3, 3, 3].map(async (number, i) => {
      const made = await avro?.plan(shapes.find((shape) => shape.number === number)?.members ?? [], {});
      if (made?.ok !== true) throw new Error('No plan');
      const type = avsc.Type.forSchema(JSON.parse(made.schemaText ?? '') as avsc.Schema);
      return Object.keys(type.fromBuffer(Buffer.from(bytes[i] ?? [])) as object);
    }),
  );
  expect(rows).toEqual([
    kindsOf(schema).map(({ name }) => name),
    ['id', 'title', 'at'],
    ['id', 'title', 'at'],
    ['id', 'title', 'at', 'version'],
    ['id', 'title', 'at', 'version'],
    ['id', 'title', 'at', 'version'],
  ]);
});
