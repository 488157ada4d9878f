import { compile, kindsOf, loadData, newBatch, texts, type Batch, type Schema } from '@catbird/core';
import { templates } from '@catbird/engine';
import { findFormat, objectOf, withFormat, type FormatPlan } from '@catbird/formats';
import avsc from 'avsc';
import { stringify } from 'csv-stringify/sync';
import protobufjs from 'protobufjs';
import { cpuRate, geometricMean, median, report, schemaOf, short } from './measure.js';

/**
 * Rows per CPU second of the nine oldest templates in each format, as shares of the same rows as lines of JSON, and those of a library that gets the
 * parsed rows; all in turn, in one process. Medians over the turns. CSV, text and Avro should reach 0.4 of JSON, Protobuf 0.3, Parquet
 * 0.05.
 *
 *     node dist/formats.js [format]
 */
const TURNS = Number(process.env['TURNS'] ?? 12);
const MS = Number(process.env['MS'] ?? 20);
const ROWS = 2048;
const TIME = { startMs: Date.UTC(2026, 10, 20), stepMs: 1 };
const TEMPLATES = 9;

/** Formats, and the least share of JSON's speed. */
const MEASURED: readonly (readonly [name: string, least: number])[] = [
  ['csv', 0.4],
  ['text', 0.4],
  ['avro', 0.4],
  ['protobuf', 0.3],
  ['parquet', 0.05],
];

/** What a library does with rows. */
type Write = (rows: readonly unknown[]) => number;

function libraryOf(name: string, { schemaText = '' }: FormatPlan): Write | undefined {
  if (name === 'csv') return (rows) => Buffer.byteLength(stringify([...rows]));
  if (name === 'avro') {
    const type = avsc.Type.forSchema(JSON.parse(schemaText) as avsc.Schema, { wrapUnions: false });
    return (rows) => rows.reduce<number>((sum, row) => sum + type.toBuffer(avroRow(row)).length, 0);
  }
  if (name !== 'protobuf') return undefined;
  const { root } = protobufjs.parse(schemaText, { keepCase: true });
  root.addJSON(protobufjs.common.get('google/protobuf/timestamp.proto')?.nested ?? {});
  const type = root.nestedArray.find((each) => each instanceof protobufjs.Type);
  return (
    type && ((rows) => rows.reduce<number>((sum, row) => sum + type.encode(row as object).finish().length, 0))
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/;
/** Times as numbers, which Avro wants. */
const avroRow = (row: unknown): unknown =>
  Object.fromEntries(
    Object.entries(row as object).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : value,
    ]),
  );

const perSecond = (work: () => number): number => cpuRate(work, MS);

/** Rows of one block or request after the other. */
function filling(schema: Schema, plan: FormatPlan | undefined): () => number {
  const lines = compile(schema, { seed: 1 });
  const writer = plan === undefined ? lines : withFormat(lines, plan);
  const batch = newBatch();
  let first = 0;
  return () => {
    const filled = writer.fill(batch, { first, count: ROWS, time: TIME });
    if (plan?.blocks !== undefined) objectOf(plan, filled);
    first += ROWS;
    return ROWS;
  };
}

/** Rows, parsed and written by a library. */
function library(schema: Schema, write: Write): () => number {
  const lines = compile(schema, { seed: 1 });
  const batch: Batch = newBatch();
  let first = 0;
  return () => {
    const rows = [...texts(lines.fill(batch, { first, count: ROWS, time: TIME }))].map(
      (line) => JSON.parse(line) as unknown,
    );
    first += ROWS;
    return write(rows) > 0 ? ROWS : 0;
  };
}

/** Values with spaces between them, as in an access log. */
const lineOf = ({ fields }: Schema): string =>
  fields
    .filter(({ hidden }) => hidden !== true)
    .map(({ name }) => `{{${name}}}`)
    .join(' ');

/** The shares of JSON's speed that a format and a library reach. */
async function measure(name: string, text: string) {
  const schema = schemaOf(text);
  await loadData(schema);
  const plan = await findFormat(name)?.plan(kindsOf(schema), { line: lineOf(schema) });
  if (plan?.ok !== true) throw new Error(`${name} cannot be planned`);
  const peer = libraryOf(name, plan);
  const works = [filling(schema, undefined), filling(schema, plan)];
  if (peer !== undefined) works.push(library(schema, peer));
  for (let turn = 0; turn < 3; turn++) works.forEach(perSecond);
  const turns = Array.from({ length: TURNS }, () => works.map(perSecond));
  const shareOf = (work: number): number =>
    median(turns.map((turn) => (turn[work] ?? NaN) / (turn[0] ?? NaN)));
  return { json: median(turns.map(([json = NaN]) => json)), share: shareOf(1), peer: shareOf(2) };
}

const [, , only] = process.argv;
const rows = [];
const summary: Record<string, string> = {};
for (const [name, least] of MEASURED.filter(([name]) => only === undefined || name === only)) {
  const shares: number[] = [];
  for (const { name: template, text } of templates.slice(0, TEMPLATES)) {
    const { json, share, peer } = await measure(name, text);
    shares.push(share);
    rows.push({
      format: name,
      template,
      'JSON rows/CPU s': short(json),
      'share of JSON': short(share),
      'library: share of JSON': Number.isNaN(peer) ? '' : short(peer),
    });
  }
  const mean = geometricMean(shares);
  summary[name] =
    `${short(mean)} of JSON on average, ${short(Math.min(...shares))} at least; wanted: ${least}`;
}
report(only === undefined ? 'formats' : 'formats-one', rows, summary);
