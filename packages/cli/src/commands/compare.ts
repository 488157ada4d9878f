import { linesOf, refuse } from '../refusal.ts';
import {
  invalid,
  issuesOf,
  printable,
  type Result,
  compileWithDrops,
  withoutDropped,
  newBatch,
  payload,
  timesOver,
  type Extent,
  type Schema,
} from '@catbird/engine';
import {
  checksIn,
  comparisonSummary,
  MEASURES,
  readSample,
  rowsToCompare,
  sharesApart,
  type Comparison,
  type FieldComparison,
  type Sample,
  type Verdict,
} from '@catbird/infer';

import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { readingFailure } from '../files/error-code.ts';
import { inputOf } from '../files/input.ts';
import { switchFlag, wholeFlag } from '../flags/readers.ts';
import { nameOf } from '../infer/samples.ts';
import { readNamed, schemaFlags, seedFlag } from '../schema/read-schema.ts';
import { randomSeed } from '../seed.ts';
import { newWork, type Work } from '../report/work.ts';
import type { Terminal } from '../terminal.ts';

const LEVELS = '▁▂▃▄▅▆▇█';
/** Bars of a picture. */
const WIDTH = 24;
/** Characters of a path. */
const PATH = 40;

const MARKS: Readonly<Record<Verdict, string>> = {
  alike: '✓ alike',
  close: '~ close',
  different: '✗ different',
  missing: '✗ missing in the generated rows',
  new: '✗ only in the generated rows',
};

/** A comparison as a table: a line per field, with a small picture of both sides. */
export function comparisonLines(comparison: Comparison): string[] {
  const shown = comparison.fields.map((field) => [fieldName(field.path), ...cellsOf(field)]);
  return [
    ...tableLines(['field', 'sample', 'generated', 'distance', ''], shown),
    '',
    ...checkLines(comparison),
    comparisonSummary(comparison),
  ];
}

/** Lines whose cells stand below one another. */
function tableLines(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heads.map((head, i) =>
    Math.max(head.length, ...rows.map((cells) => (cells[i] ?? '').length)),
  );
  return [heads, ...rows].map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Rules and correlations of the sample, each with what generated rows make of it. */
function checkLines(comparison: Comparison): string[] {
  const rows = checksIn(comparison).map(({ what, original, generated, verdict, result }) => [
    printable(what),
    original,
    generated,
    `${SIGNS[verdict]} ${result}`,
  ]);
  return rows.length === 0 ? [] : [...tableLines(['rule', 'sample', 'generated', ''], rows), ''];
}

const SIGNS = { alike: '✓', close: '~', different: '✗' };

const fieldName = (path: string): string => {
  const text = printable(path);
  return text.length > PATH ? `${text.slice(0, PATH - 1)}…` : text;
};

function cellsOf({ bars, distance, measure, verdict, original, generated }: FieldComparison): string[] {
  const highest = bars === undefined ? 0 : Math.max(...bars.original, ...bars.generated);
  const figures = distance === undefined ? '' : `${distance.toFixed(3)} ${MEASURES[measure]}`;
  const apart = sharesApart(original, generated);
  return [
    bars === undefined ? '' : picture(bars.original, highest),
    bars === undefined ? '' : picture(bars.generated, highest),
    figures,
    apart.length === 0 ? MARKS[verdict] : `${MARKS[verdict]}: ${apart.join(', ')}`,
  ];
}

const picture = (shares: readonly number[], highest: number): string =>
  shares
    .slice(0, WIDTH)
    .map((share) => (share === 0 ? ' ' : (LEVELS[Math.min(7, Math.floor((share / highest) * 8))] ?? '█')))
    .join('');

/** `catbird compare SAMPLE`. */
export const compare = defineCommand({
  operands: { usage: 'SAMPLE', least: 1, most: 1 },
  flags: {
    ...schemaFlags,
    limit: wholeFlag({
      help: 'Number of rows to generate.',
      short: 'n',
      group: 'Rows',
      least: 1,
      default: 'as many as the sample has, from 1,000 to 10,000',
    }),
    seed: seedFlag,
    json: switchFlag({ help: 'Print the comparison as JSON.', group: 'Output' }),
  },
  notes:
    'SAMPLE is NDJSON, JSON, CSV or TSV, and may be compressed with gzip; - reads stdin. Rows are generated over the time of the sample. A distance of 0 means the same distribution, 1 means nothing in common: Kolmogorov-Smirnov for numbers, times and lengths, total variation for shares. Differences that chance can explain count as equal.',
  examples: [
    {
      line: 'catbird compare events.ndjson --schema schema.json',
      does: 'compare rows of a schema with your events, field by field',
    },
  ],
  async run(
    { template, schema, types, limit: rows, seed = randomSeed(), json = false },
    [file = '-'],
    terminal,
  ) {
    if (file === '-' && schema === '-')
      return refuse(issuesOf('SAMPLE and --schema cannot both be stdin'), terminal);
    const reading = await readNamed({ template, schema, types }, terminal);
    if (!reading.ok) return refuse(reading.issues, terminal);
    const sample = await sampleIn(file, terminal);
    if (sample === undefined) return EXIT.failed;
    const made =
      sample.rows === 0
        ? invalid(`No rows found in ${nameOf(file)}`)
        : generated(reading.schema, seed, sample, rows, terminal);
    if (!made.ok) return refuse(made.issues, terminal);
    const comparison = await sample.compare(made.rows);
    await print(comparison, json ? undefined : [...linesOf(reading.issues), ...sample.notes], terminal);
    return EXIT.ok;
  },
});

/** @param notes undefined: as JSON */
async function print(
  comparison: Comparison,
  notes: readonly string[] | undefined,
  { out, err }: Terminal,
): Promise<void> {
  if (notes !== undefined) err.write([...notes, ''].join('\n'));
  const lines = notes === undefined ? [JSON.stringify(comparison)] : comparisonLines(comparison);
  await out.write(`${lines.join('\n')}\n`);
}

async function sampleIn(file: string, terminal: Terminal): Promise<Sample | undefined> {
  try {
    return await readSample(inputOf(file, terminal));
  } catch (error) {
    terminal.err.write(`Could not read ${nameOf(file)}: ${readingFailure(error)}\n`);
    return undefined;
  }
}

type Time = NonNullable<Extent['time']>;

/** Rows of a schema over the time of a sample. */
function generated(
  schema: Schema,
  seed: string,
  { rows, eventTime }: Sample,
  asked: number | undefined,
  { err }: Terminal,
): Result<{ readonly rows: AsyncIterable<Uint8Array> }> {
  const count = asked ?? rowsToCompare(rows);
  const { firstMs, lastMs } = eventTime ?? { firstMs: Date.now(), lastMs: Date.now() };
  const times = timesOver(schema, seed, { rows: count, firstMs, lastMs });
  return times.ok
    ? { ok: true, rows: rowsOf(schema, seed, count, times.value, newWork(err, 'Comparing')) }
    : times;
}

/** Rows of a batch. */
const AT_ONCE = { rows: 2048, bytes: 256 * 1024 };

async function* rowsOf(
  schema: Schema,
  seed: string,
  rows: number,
  time: Time,
  work: Work,
): AsyncGenerator<Uint8Array> {
  const writer = compileWithDrops(schema, seed);
  const batch = newBatch();
  for (let first = 0; first < rows; first += batch.count) {
    const count = Math.min(AT_ONCE.rows, rows - first);
    yield payload(withoutDropped(writer.fill(batch, { first, count, maxBytes: AT_ONCE.bytes, time })));
    work.at(first + batch.count, (first + batch.count) / rows);
  }
  work.end();
}
