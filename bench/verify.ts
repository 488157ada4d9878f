import { compile, loadData, newBatch, parseSchema, type EventTime, templates } from '@catbird/engine';
import { newJudge, truthOf, type Arrived, type Truth } from '@catbird/core/verify';
import { loadavg } from 'node:os';
import { median, report, short } from './measure.js';

/**
 * CPU seconds of verifying rows, as a multiple of those of generating them: lines that are as they were sent, lines whose members have
 * another order, and rows of texts as of a CSV. The three take turns in one process; medians over the turns. Then the memory of a table
 * whose rows come in random order, by a sequence and by UUID.
 *
 *     node --expose-gc dist/verify.js [template]
 */
const ROWS = Number(process.env['ROWS'] ?? 50_000);
const TURNS = Number(process.env['TURNS'] ?? 5);
const MANY = Number(process.env['MANY'] ?? 3_000_000);
const TIME: EventTime = { startMs: Date.UTC(2026, 9, 22), stepMs: 1 };

async function truthFor(text: string, rows: number): Promise<Truth> {
  const parsed = parseSchema(text);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('; '));
  await loadData(parsed.schema);
  return truthOf(compile(parsed.schema, { seed: 42 }), TIME, rows);
}

/** CPU seconds of some work. */
function seconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** All rows, made in batches. */
function generate(truth: Truth, use: (line: Uint8Array) => void = () => undefined): void {
  const batch = newBatch();
  for (let first = 0; first < truth.rows; first += batch.count) {
    const { count, bytes, ends } = truth.writeFrom(batch, first, 4096);
    for (let i = 0; i < count; i++) use(bytes.subarray(i === 0 ? 0 : ends[i - 1], (ends[i] ?? 1) - 1));
  }
}

function verify(truth: Truth, rows: readonly Arrived[]): void {
  const judge = newJudge(truth, { isLoose: true, emptyIsNull: true });
  for (let i = 0; i < rows.length; i += 4096) judge.take(rows.slice(i, i + 4096));
  const { counts } = judge.report();
  if (counts.right !== truth.rows) throw new Error(`Only ${counts.right} of ${truth.rows} rows are right`);
}

async function measure(name: string, text: string) {
  const truth = await truthFor(text, ROWS);
  const lines: Uint8Array[] = [];
  generate(truth, (line) => lines.push(line.slice()));
  const objects = lines.map((line) => JSON.parse(new TextDecoder().decode(line)) as Record<string, unknown>);
  const encoder = new TextEncoder();
  const reordered = objects.map((row) =>
    encoder.encode(JSON.stringify(Object.fromEntries(Object.entries(row).toReversed()))),
  );
  const texts = objects.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
      ]),
    ),
  );
  const works = { passing: lines, reordered, texts };
  const shares = new Map(Object.keys(works).map((each) => [each, [] as number[]]));
  const made: number[] = [];
  // The first turn warms up.
  for (let turn = 0; turn <= TURNS; turn++) {
    const once = seconds(() => generate(truth));
    if (turn > 0) made.push((once / ROWS) * 1e9);
    for (const [each, rows] of Object.entries(works)) {
      const own = seconds(() => verify(truth, rows));
      if (turn > 0) shares.get(each)?.push(own / once);
    }
  }
  return {
    template: name,
    'ns/row generated': short(median(made)),
    ...Object.fromEntries([...shares].map(([each, own]) => [each, short(median(own))])),
  };
}

/** Bytes of memory a row that a judge takes more than before, once all rows have come in random order. */
async function memory(name: string, text: string) {
  const truth = await truthFor(text, MANY);
  const { gc = () => undefined } = globalThis as { readonly gc?: () => void };
  const used = (): number => {
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const judge = newJudge(truth);
  const numbers = new Float64Array(AT_ONCE);
  const batch = newBatch();
  // Steps that share no divisor with the count visit each row once.
  const step = 1_299_709;
  for (let done = 0; done < MANY; done += AT_ONCE) {
    const list = numbers.subarray(0, Math.min(AT_ONCE, MANY - done));
    for (let i = 0; i < list.length; i++) list[i] = ((done + i) * step) % MANY;
    list.sort();
    const { count, bytes, ends } = truth.write(batch, Float64Array.from(list));
    judge.take(
      Array.from({ length: count }, (_, i) => bytes.slice(i === 0 ? 0 : ends[i - 1], (ends[i] ?? 1) - 1)),
    );
  }
  const after = used();
  const { counts } = judge.report();
  if (counts.right !== MANY) throw new Error(`Only ${counts.right} of ${MANY} rows are right`);
  return [`MB of ${MANY} rows by ${name}`, short((after - before) / 1e6)] as const;
}
const AT_ONCE = 8192;

const [, , only = ''] = process.argv;
const [load = 0] = loadavg();
const rows: Awaited<ReturnType<typeof measure>>[] = [];
for (const { name, text } of templates)
  if (name.startsWith(only) && !text.includes('"catbird.journey"')) rows.push(await measure(name, text));
const greatest = (column: string): number =>
  Math.max(...rows.map((row: Readonly<Record<string, string | number>>) => Number(row[column])));
report('verify', rows, {
  'greatest multiple of passing lines': greatest('passing'),
  'greatest multiple of parsed lines': greatest('reordered'),
  'greatest multiple of texts': greatest('texts'),
  ...Object.fromEntries([
    await memory('sequence', '{"id": {"type": "catbird.sequence"}, "ok": {"type": "datatype.boolean"}}'),
    await memory('UUID', '{"id": {"type": "string.uuid"}, "ok": {"type": "datatype.boolean"}}'),
  ]),
  'load at the start': short(load),
});
