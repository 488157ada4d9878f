import { Worker } from 'node:worker_threads';
import {
  messagesOf,
  byteLength,
  compile,
  loadData,
  newBatch,
  parseSchema,
  templates,
  texts,
  type Batch,
  type Extent,
  type Schema,
  newTiming,
  readTimeline,
} from '@catbird/engine';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cases, everyNth } from '../../../../test/long.ts';
import { newBlocks, type Blocks } from './blocks.ts';
import { threads } from './thread.ts';
import { madeOf } from './turns.ts';

let turns: Int32Array | undefined;
/** A program in place of that of threads. */
let other: string | undefined;
// Threads run the bundle, which is built before the tests.
beforeEach(() => {
  vi.spyOn(threads, 'start').mockImplementation((task, transferList) => {
    if (task.kind === 'generate') ({ turns } = task);
    if (other !== undefined)
      return new Worker(other, {
        eval: true,
        workerData: task,
        transferList: [...transferList],
        resourceLimits: { maxOldGenerationSizeMb: 16 },
      });
    return new Worker(new URL('../../bundle/worker.js', import.meta.url), {
      workerData: task,
      transferList: [...transferList],
    });
  });
});

const unexpected = (note: string): void => expect.unreachable(note);

/** Starts threads with the first row, and resolves once they have generated blocks. */
async function startWith(
  started: Blocks,
  count: number,
  all: number,
  extent: Omit<Extent, 'count'>,
): Promise<void> {
  started.start(count, all, unexpected);
  started.rows.fill(newBatch(), { ...extent, count: 1 });
  await vi.waitFor(() => expect(turns && madeOf(turns)).toBeGreaterThan(0), { timeout: 30_000 });
}

let blocks: Blocks | undefined;
afterEach(async () => {
  other = undefined;
  await blocks?.close();
});

const SEED = '42';
const timing = newTiming({ fromMs: Date.UTC(2026, 0, 1), eps: 100, arrivals: 'poisson' });

async function schemaOf(text: string): Promise<Schema> {
  const result = parseSchema(text);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  await loadData(result.schema);
  return result.schema;
}

const timesOf = (schema: Schema) => {
  const read = readTimeline(schema, timing, SEED);
  if (!read.ok) throw new Error(messagesOf(read.issues).join('. '));
  return read.value;
};

/** Rows 0, 1 … of a shard, filled one batch after the other. */
function rowsIn(
  rows: Blocks['rows'],
  time: ReturnType<typeof timesOf>,
  count: number,
  step = 1,
  index = 0,
): string[] {
  const batch = newBatch();
  const lines: string[] = [];
  while (lines.length < count) {
    const first = index + lines.length * step;
    rows.fill(batch, { first, step, count: count - lines.length, maxBytes: 100_000, time });
    expect(batch.first).toBe(first);
    lines.push(...texts(batch));
  }
  return lines;
}

/** More than the threads take at once. */
const ROWS = 80_000;
const WEB_SESSIONS = templates.find(({ name }) => name === 'Web Sessions')?.text ?? '';

test.each(
  everyNth<[string, { index: number; count: number }]>(2, [
    ['in order', { index: 0, count: 1 }],
    ['in a shard', { index: 2, count: 5 }],
  ]),
)('threads generate the same rows, %s', async (_, shard) => {
  const schema = await schemaOf(WEB_SESSIONS);
  blocks = newBlocks({ schema, seed: SEED, timing, shard });
  const { index, count } = shard;
  await startWith(blocks, 2, ROWS * count, { first: index, step: count, time: timesOf(schema) });
  const expected = rowsIn(compile(schema, { seed: SEED }), timesOf(schema), ROWS, count, index);
  const made = rowsIn(blocks.rows, timesOf(schema), ROWS, count, index);
  expect(made.join('\n') === expected.join('\n')).toBe(true);
});

test('rows are the same for any extents: behind, ahead, at other steps, late, and beyond the end', async () => {
  const schema = await schemaOf(
    '{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}',
  );
  const time = timesOf(schema);
  const alone = compile(schema, { seed: SEED });
  const threaded = newBlocks({ schema, seed: SEED, timing });
  blocks = threaded;
  await startWith(threaded, 2, 100_000, { first: 0, time });
  // Batches that are used again and others that are still read meanwhile.
  const batches = Array.from({ length: 4 }, newBatch);
  const held = new Map<Batch, readonly string[]>();
  const extents = fc.record({
    first: fc.nat({ max: 120_000 }),
    step: fc.constantFrom(1, 1, 1, 3),
    count: fc.integer({ min: 1, max: 3000 }),
    delayMs: fc.constantFrom(0, 0, 0, 5000),
    maxBytes: fc.integer({ min: 1, max: 200_000 }),
    place: fc.nat({ max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(extents, { minLength: 1, maxLength: 12 }), (all) => {
      for (const { place, ...extent } of all.toSorted((a, b) => (a.place === 3 ? 1 : a.first - b.first))) {
        const batch = batches[place] ?? newBatch();
        const { count } = threaded.rows.fill(batch, { ...extent, time });
        expect(count).toBeGreaterThan(0);
        expect(count === 1 || byteLength(batch) <= extent.maxBytes).toBe(true);
        const rows = [...texts(batch)];
        expect(rows).toEqual([...texts(alone.fill(newBatch(), { ...extent, count, time }))]);
        held.set(batch, rows);
        for (const [each, before] of held) expect([...texts(each)]).toEqual(before);
      }
    }),
    { numRuns: cases(4) },
  );
});

test('rows with the clock’s time are at most a second old, and none has the time of others', async () => {
  const schema = await schemaOf('{"at": {"type": "catbird.timestampNow"}}');
  blocks = newBlocks({ schema, seed: SEED, timing: undefined });
  await startWith(blocks, 1, Infinity, { first: 0, time: { startMs: Date.now(), stepMs: 0 } });
  const batch = newBatch();
  for (let first = 0, nowMs = Date.now(); first < 200_000; first += batch.count, nowMs = Date.now()) {
    blocks.rows.fill(batch, { first, count: 10_000, time: { startMs: nowMs, stepMs: 0 } });
    const [row = ''] = texts(batch);
    const { at } = JSON.parse(row) as { at: string };
    expect(Math.abs(Date.parse(at) - nowMs)).toBeLessThanOrEqual(1000);
  }
  // A time that is not the clock's is kept.
  blocks.rows.fill(batch, { first: 200_000, count: 1, time: { startMs: 0, stepMs: 0 } });
  expect([...texts(batch)].join('')).toContain('1970-01-01T00:00:00');
});

test.each([
  ['throws', 'throw new Error("Out of order")', 'Out of order'],
  ['ends', 'process.exit(3)', 'code 3'],
])('a thread that %s ends the stream with the reason', async (_, program, reason) => {
  other = program;
  const schema = await schemaOf('{"n": {"type": "catbird.sequence"}}');
  const started = (blocks = newBlocks({ schema, seed: SEED, timing }));
  started.start(1, Infinity, unexpected);
  let first = 0;
  const next = (): void => {
    const { count } = started.rows.fill(newBatch(), { first, count: 100_000, time: timesOf(schema) });
    first += count;
  };
  await vi.waitFor(() => expect(next).toThrow(reason), { timeout: 30_000 });
});

test('a stream goes on without a thread that ran out of memory, and says so', async () => {
  other = 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, String));';
  const schema = await schemaOf('{"n": {"type": "catbird.sequence"}}');
  const started = (blocks = newBlocks({ schema, seed: SEED, timing }));
  const notes: string[] = [];
  started.start(1, Infinity, (note) => void notes.push(note));
  const batch = newBatch();
  let first = 0;
  const next = (): void => {
    started.rows.fill(batch, { first, count: 100, time: timesOf(schema) });
    first += batch.count;
  };
  next();
  await vi.waitFor(
    () => expect(notes).toEqual(['Worker 1 of 1 ran out of memory. The stream goes on without it']),
    {
      timeout: 30_000,
    },
  );
  next();
  expect([...texts(batch)].at(-1)).toBe(JSON.stringify({ n: first }));
});

test('a thread that ran out of memory holds the stream up once, however many blocks it had taken', async () => {
  other =
    'const { turns, taking } = require("node:worker_threads").workerData; Atomics.store(turns, 0, taking.run); const all = []; for (;;) all.push(Array.from({ length: 1000 }, String));';
  const schema = await schemaOf(WEB_SESSIONS);
  blocks = newBlocks({ schema, seed: SEED, timing });
  blocks.start(1, Infinity, () => undefined);
  blocks.rows.fill(newBatch(), { first: 0, count: 1, time: timesOf(schema) });
  await vi.waitFor(() => expect(turns?.[0]).toBe(16), { timeout: 30_000 });
  const expected = rowsIn(compile(schema, { seed: SEED }), timesOf(schema), 20_000);
  expect(rowsIn(blocks.rows, timesOf(schema), 20_000).join('\n') === expected.join('\n')).toBe(true);
}, 30_000);
