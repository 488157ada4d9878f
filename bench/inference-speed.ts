import { compile, newBatch, parseSchema, payload, findTemplate } from '@catbird/core';
import { readSample } from '@catbird/core/inference';
import { short } from './measure.js';

const MB = 1e6;

/** Bytes of each sample. */
const SIZE = Number(process.env['MEGABYTES'] ?? 100) * MB;

/** Rows of templates, as NDJSON. */
const SAMPLES = ['Flight Bookings', 'Logs with Incidents', 'eCommerce Transactions'];

function ndjsonOf(template: string): Uint8Array[] {
  const parsed = parseSchema(findTemplate(template)?.text ?? '');
  if (!parsed.ok) throw new Error(`${template} is no template`);
  const writer = compile(parsed.schema, { seed: 1 });
  const pieces: Uint8Array[] = [];
  const batch = newBatch();
  for (let first = 0, size = 0; size < SIZE; first += batch.count) {
    writer.fill(batch, { first, count: 500, time: { startMs: 0, stepMs: 20 } });
    const piece = payload(batch).slice();
    pieces.push(piece);
    size += piece.length;
  }
  return pieces;
}

/** The same rows as CSV. Nested values are JSON in a cell. */
function csvOf(ndjson: readonly Uint8Array[]): Uint8Array[] {
  const cell = (value: unknown): string => {
    const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const encoder = new TextEncoder();
  let isFirst = true;
  return ndjson.map((piece) => {
    const rows = lines(piece).map((line) => JSON.parse(line) as Record<string, unknown>);
    const header = isFirst
      ? `${Object.keys(rows[0] ?? {})
          .map(cell)
          .join(',')}\n`
      : '';
    isFirst = false;
    return encoder.encode(header + rows.map((row) => `${Object.values(row).map(cell).join(',')}\n`).join(''));
  });
}

const lines = (piece: Uint8Array): string[] =>
  new TextDecoder()
    .decode(piece)
    .split('\n')
    .filter((line) => line !== '');

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function* each(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** CPU seconds of reading a sample. */
async function inferSeconds(pieces: readonly Uint8Array[]): Promise<number> {
  const start = cpuSeconds();
  (await readSample(each(pieces))).draft();
  return cpuSeconds() - start;
}

/** CPU seconds of `JSON.parse` line by line, decoding included. */
function parseSeconds(pieces: readonly Uint8Array[]): number {
  const start = cpuSeconds();
  let fields = 0;
  for (const piece of pieces)
    for (const line of lines(piece)) fields += Object.keys(JSON.parse(line) as object).length;
  if (fields === 0) throw new Error('No fields');
  return cpuSeconds() - start;
}

/** CPU seconds of reading samples beside those of `JSON.parse` of the same rows, line by line, in the same run. */
export async function speeds(): Promise<Record<string, string | number>[]> {
  const rows: Record<string, string | number>[] = [];
  for (const template of SAMPLES) {
    const ndjson = ndjsonOf(template);
    const parse = Math.min(parseSeconds(ndjson), parseSeconds(ndjson));
    const inferred = Math.min(await inferSeconds(ndjson), await inferSeconds(ndjson));
    const csv = csvOf(ndjson);
    const table = Math.min(await inferSeconds(csv), await inferSeconds(csv));
    rows.push({
      sample: template,
      MB: short(SIZE / MB),
      'JSON.parse, s': short(parse),
      'NDJSON, s': short(inferred),
      'NDJSON ratio': short(inferred / parse),
      'CSV, s': short(table),
      'CSV ratio': short(table / parse),
      'resident, MB': Math.round(process.memoryUsage.rss() / MB),
    });
  }
  return rows;
}
