import { expect, test } from 'vitest';
import type { RecordingFacts } from '../model/recording.ts';
import type { Schema } from '../model/schema.ts';
import { kindsOf } from '../generators/analysis/kinds.ts';
import { messagesOf } from '../model/issue.ts';
import { newBatch, texts } from '../rows/batch.ts';
import { compile } from '../rows/writer.ts';
import { openRecording } from './parts.ts';
import { scanRecording, type RecordingOptions, type Scanned } from './scan.ts';
import { inFieldOrder, recordedSchema } from './kinds.ts';
import { newRecordedTimeline } from './timeline.ts';

type Options = Partial<RecordingOptions>;

const scan = (text: string, options: Options = {}) => {
  const bytes = new TextEncoder().encode(text);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }
  return scanRecording(pieces(), { name: 'events', optionOf: String, ...options });
};

/** The schema of a recording, and how many bytes were read of it. */
async function recorded(
  text: string,
  options: Options = {},
): Promise<Schema & { readonly facts: RecordingFacts }> {
  const bytes = new TextEncoder().encode(text);
  const scanned = await scan(text, options);
  if (!scanned.ok) throw new Error(messagesOf(scanned.issues).join('; '));
  const facts = { ...scanned.recording, digest: '' };
  const read = (from: number, to: number): Uint8Array => bytes.subarray(from, to);
  return {
    ...recordedSchema(scanned.members, openRecording(facts, { read, check: () => undefined })),
    facts,
  };
}

/** Rows as texts, with event times that begin at `fromMs`, or without. */
function rowsOf(schema: Schema, count: number, fromMs?: number): readonly string[] {
  const { recording } = schema;
  const time =
    fromMs === undefined || recording === undefined
      ? { startMs: 0, stepMs: 0 }
      : newRecordedTimeline(recording, fromMs);
  return [...texts(compile(schema, { seed: 1 }).fill(newBatch(), { first: 0, count, time }))];
}

const problemOf = async (text: string, options?: Options): Promise<string> => {
  const scanned = await scan(text, options);
  return scanned.ok ? '' : messagesOf(scanned.issues).join('; ');
};

const T0 = Date.UTC(2026, 0, 5, 10);
const at = (seconds: number): string => new Date(T0 + seconds * 1000).toISOString();
const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test('many rows are those of the file, whatever they are read in', async () => {
  const text = Array.from(
    { length: 5000 },
    (_, i) => `{"n":${i},"ts":"${at(i)}","text":"${'é"}'.slice(0, i % 3).replace('"', String.raw`\"`)}"}\n`,
  ).join('');
  const schema = await recorded(text.trimEnd());
  expect(rowsOf(schema, 6000).join('\n')).toBe(text.trimEnd());
  expect(rowsOf(schema, 6000, T0).join('\n')).toBe(text.trimEnd());
  expect(schema.facts.parts.rows.length).toBeGreaterThan(5);
  const batch = compile(schema, { seed: 1 }).fill(newBatch(), {
    first: 4990,
    step: 7,
    count: 9,
    time: { startMs: 0, stepMs: 0 },
  });
  expect(Array.from(texts(batch), (row) => JSON.parse(row).n)).toEqual([4990, 4997]);
});

test('spaces, empty lines and escaped names are left out, and values stay as they are', async () => {
  const schema = await recorded(
    '\uFEFF{ "a" : 1.50, "b\\u0063" : "x  \\u00e9" }\r\n\n  {"a":12345678901234567890}\n',
  );
  expect(rowsOf(schema, 9)).toEqual(['{"a":1.50,"bc":"x  \\u00e9"}', '{"a":12345678901234567890}']);
});

test('all times of a row shift by as much as its own; dates and other numbers stay', async () => {
  const row = {
    born: '1990-01-31',
    id: 1_767_607_200,
    user: { since: at(-86_400), seen_at: 1_767_607_200_000 },
    ts: at(0),
  };
  const schema = await recorded(lines(row, { ...row, ts: at(5), user: null }));
  expect(rowsOf(schema, 2, T0 + 3_600_000).map((each): unknown => JSON.parse(each))).toEqual([
    { ...row, user: { since: at(-86_400 + 3600), seen_at: 1_767_610_800_000 }, ts: at(3600) },
    { ...row, ts: at(3605), user: null },
  ]);
});

test.each([
  [{ created_at: at(0), timestamp: at(1) }, ['timestamp']],
  [{ date: '2026-01-01', seen: at(1) }, ['seen']],
  [{ event: { time: 1_767_607_200 }, other: at(0) }, ['event', 'time']],
  [{ seenAt: 1_767_607_200_000 }, ['seenAt']],
  [{ id: 1_767_607_200, seat: 1_767_607_200, version: 1_767_607_200, n: 'x' }, undefined],
])('the time of %j is %j', async (row, path) => {
  expect((await recorded(lines(row))).recording?.time?.path).toEqual(path);
});

test('the rhythm is that of the recording, and rows out of order come with the latest before them', async () => {
  const text = lines({ ts: at(0) }, { ts: at(4) }, { ts: at(1) }, { n: 1 }, { ts: at(9) });
  const { recording } = await recorded(text, { replayTime: 'ts' });
  if (recording === undefined) throw new Error('No recording');
  expect(recording.lateRows).toBe(1);
  const timeline = newRecordedTimeline(recording, 0);
  const times = new Float64Array(5);
  timeline.put(times, 0, 5);
  expect([...times]).toEqual([0, 4000, 1000, 4000, 9000]);
  expect([0, 1, 2, 3, 4, 5].map((row) => timeline.time(row))).toEqual([0, 4000, 4000, 4000, 9000, Infinity]);
  expect([0, 1, 4000, 4001, 9000, 9001, Infinity].map((ms) => timeline.before(ms))).toEqual([
    0, 1, 1, 4, 4, 5, 5,
  ]);
  expect([timeline.isComplete?.(4), timeline.isComplete?.(5)]).toEqual([false, true]);
});

test('turns and counts agree across parts and passes', async () => {
  const text = Array.from({ length: 3000 }, (_, i) => `{"ts":${T0 + (i - (i % 5)) * 7}}\n`).join('');
  const { recording } = await recorded(text, { loop: true, replayTime: 'ts' });
  if (recording === undefined) throw new Error('No recording');
  const timeline = newRecordedTimeline(recording, 1000);
  for (let row = 0; row < 9000; row += 37) {
    const ms = timeline.time(row);
    expect(timeline.before(ms)).toBeLessThanOrEqual(row);
    expect(timeline.before(ms + 1)).toBeGreaterThan(row);
  }
  expect(timeline.time(3000)).toBe(1000 + recording.periodMs);
});

test('further passes have later times, and new ids where they are asked for', async () => {
  const uuid = '0b0c6ef6-7c11-4c3c-9d1f-2a4ce1a7a001';
  const text = lines(
    { id: 5, of: 7, user: { id: uuid }, ref: 'A-1', ts: at(0) },
    { id: 7, of: 5, user: { id: uuid }, ref: 'A-1', ts: at(2) },
  );
  const schema = await recorded(text, { loop: true, newIds: ['id', 'of', 'user.id', 'ref'] });
  const rows = rowsOf(schema, 6).map((row) => JSON.parse(row));
  expect(rows.map(({ ts }) => ts)).toEqual([0, 2, 4, 6, 8, 10].map(at));
  expect(rows.map(({ id, of }) => [id, of])).toEqual([
    [5, 7],
    [7, 5],
    [8, 10],
    [10, 8],
    [11, 13],
    [13, 11],
  ]);
  expect(rows.map(({ ref }) => ref)).toEqual(['A-1', 'A-1', 'A-1-2', 'A-1-2', 'A-1-3', 'A-1-3']);
  const users = rows.map(({ user }) => user.id);
  expect(users[2]).toBe(users[3]);
  expect(new Set(users).size).toBe(3);
  for (const id of users) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/);
});

test('the kinds of fields are those of all rows', async () => {
  const schema = await recorded(
    lines({ a: 1, o: { x: 'é' } }, { a: 2.5, o: { x: null, y: [1] } }, { a: null, late: true }),
  );
  expect(kindsOf(schema)).toEqual([
    { name: 'a', kind: { is: 'number', nullable: true } },
    {
      name: 'o',
      kind: {
        is: 'object',
        members: [
          { name: 'x', kind: { is: 'text', nullable: true } },
          {
            name: 'y',
            kind: { is: 'list', of: { is: 'integer', min: -(2 ** 31), max: 2 ** 31 - 1 } },
            optional: true,
          },
        ],
      },
      optional: true,
    },
    { name: 'late', kind: { is: 'boolean' }, optional: true },
  ]);
});

test('an object with very many names has any names', async () => {
  const text = lines(...Array.from({ length: 1500 }, (_, i) => ({ of: { [`k${i}`]: i } })));
  expect(kindsOf(await recorded(text))[0]?.kind.is).toBe('map');
});

test('in the order of the fields, rows have their members as formats expect them', async () => {
  const schema = await recorded(lines({ a: 1, c: { y: 1 } }, { b: 2, c: { x: 2, y: 3 }, a: 4 }));
  expect(rowsOf(inFieldOrder(schema), 2)).toEqual(['{"a":1,"c":{"y":1}}', '{"a":4,"c":{"y":3,"x":2},"b":2}']);
});

test.each([
  ['', {}, 'events has no rows'],
  ['\n \n', {}, 'events has no rows'],
  ['{"a":1}\n\n{"b":\n', {}, 'events, line 3: not JSON'],
  ['{"a":1}\n[1]\n', {}, 'events, line 2: not a JSON object'],
  ['{"ts":1}\n', { replayTime: 'tss' }, 'replayTime tss: events has no such field. Did you mean ts?'],
  ['{"ts":1}\n', { replayTime: 'ts' }, 'replayTime ts: 1 is not a time'],
  ['{"id":1}\n', { newIds: ['ids'] }, 'newIds: events has no field ids. Did you mean id?'],
])('%j with %j is refused', async (text, options, words) => {
  expect(await problemOf(text, options)).toContain(words);
});

test('a line that is not UTF-8 is named', async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(0x7b, 0x7d, 0x0a, 0xff, 0x0a);
  }
  const scanned: { readonly ok: boolean } & Partial<Scanned> = await scanRecording(bytes(), {
    name: 'events',
    optionOf: String,
  });
  expect(scanned).toMatchObject({
    ok: false,
    issues: [{ message: expect.stringContaining('line 2 is not UTF-8') as unknown }],
  });
});
