import { createReadStream, readFileSync } from 'node:fs';
import { compile, loadData, newBatch, parseSchema, texts } from '@catbird/core';
import { readSample, type Finding, type Sample, type SchemaObject } from '@catbird/infer';
import type { Labels } from './inference-labels.js';

/** Folder of the published sets. */
export const DATA = new URL('../data/', import.meta.resolve('vega-datasets'));

/** How one field was found, and how far generated values are from those of the sample. */
export interface Measure {
  readonly file: string;
  /** Rows of the set. */
  readonly rows: number;
  readonly path: string;
  readonly kind: string;
  readonly isRight: boolean;
  /** KS: Kolmogorov-Smirnov of numbers and times. TV: total variation of values. Length: KS of the lengths of texts. */
  readonly measure: 'KS' | 'TV' | 'length' | 'none';
  readonly distance: number;
  /** Difference of the shares of null. */
  readonly nulls: number;
}

/** A sample, its schema and both kinds of rows. */
export interface Comparison {
  readonly sample: Sample;
  readonly schema: SchemaObject;
  readonly findings: readonly Finding[];
  readonly original: Columns;
  readonly generated: Columns;
}

type Columns = ReadonlyMap<string, readonly unknown[]>;

/** Rows that are generated for a comparison. */
const MOST_ROWS = 20_000;

/** Infers a schema from a published set and generates as many rows. @param isCopied whether values are copied */
export async function compareSet(file: string, isCopied: boolean): Promise<Comparison> {
  const sample = await readSample(createReadStream(new URL(file, DATA)));
  const { schema, findings } = sample.draft(() => isCopied);
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok)
    throw new Error(
      `${file}: ${parsed.issues.map(({ message, path }) => `${String(path)} ${message}`).join('; ')}`,
    );
  await loadData(parsed.schema);
  const count = Math.max(5_000, Math.min(sample.rows, MOST_ROWS));
  const time = timeOf(sample, count);
  const batch = compile(parsed.schema, { seed: 7 }).fill(newBatch(), { first: 0, count, time });
  const generated = columnsOf([...texts(batch)].map((text): unknown => JSON.parse(text)));
  return { sample, schema, findings, original: columnsOf(originalRows(file)), generated };
}

function timeOf({ eventTime }: Sample, count: number): { startMs: number; stepMs: number } {
  if (eventTime === undefined) return { startMs: Date.UTC(2026, 0, 1), stepMs: 1 };
  const { firstMs, lastMs } = eventTime;
  return { startMs: firstMs, stepMs: (lastMs - firstMs) / Math.max(1, count - 1) };
}

/** The rows as a program reads them that knows the format of each set. */
function originalRows(file: string): readonly unknown[] {
  const text = readFileSync(new URL(file, DATA), 'utf8');
  if (file.endsWith('.json')) {
    const value = JSON.parse(text) as unknown;
    if (Array.isArray(value)) return value;
    return (
      Object.values(value as object)
        .filter((each): each is unknown[] => Array.isArray(each))
        .sort((a, b) => b.length - a.length)[0] ?? []
    );
  }
  const separator = file.endsWith('.tsv') ? '\t' : ',';
  const [head = [], ...rows] = records(text, separator);
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cellValue(cells[i] ?? '')])));
}

/** Records of RFC 4180, by another way than the engine's. */
function records(text: string, separator: string): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\r\n]*))(${separator}|\r?\n|$)`, 'y');
  const found: string[][] = [];
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) break;
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === separator) continue;
    if (record.length > 1 || record[0] !== '') found.push(record);
    record = [];
  }
  return found;
}

function cellValue(cell: string): unknown {
  // NA and None are texts.
  if (['', 'NULL'].includes(cell)) return null;
  if (/^-?(0|[1-9]\d*)?(\.\d+)?(e-?\d+)?$/i.test(cell) && /\d/.test(cell)) return Number(cell);
  return /^(true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell;
}

function columnsOf(rows: readonly unknown[]): Columns {
  const columns = new Map<string, unknown[]>();
  const put = (path: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value as unknown[]) put(`${path}[]`, each);
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) put(path === '' ? name : `${path}.${name}`, each);
    else {
      const column = columns.get(path) ?? [];
      column.push(value);
      columns.set(path, column);
    }
  };
  for (const row of rows) put('', row);
  return columns;
}

/** Compares the labelled fields. */
export function measuresOf(
  file: string,
  labels: Labels,
  { sample, findings, original, generated }: Comparison,
): Measure[] {
  return Object.entries(labels).map(([path, kinds]) => {
    const finding = findings.find((each) => each.path === path || each.path === path.replace('[]', ''));
    const kind = finding?.kind ?? 'not found';
    const a = present(original.get(path));
    const all = present(generated.get(path));
    const b = kind === 'sequence' ? all.slice(0, a.length) : all;
    return {
      file,
      rows: sample.rows,
      path,
      kind,
      isRight: kinds.some((each) => each === kind),
      ...distanceOf(kind, a, b, finding?.copied.length !== 0),
      nulls: /[.[]/.test(path) ? 0 : Math.abs(nullShare(original.get(path)) - nullShare(generated.get(path))),
    };
  });
}

const present = (values: readonly unknown[] = []): readonly unknown[] =>
  values.filter((value) => value !== null);
const nullShare = (values: readonly unknown[] = []): number =>
  values.length === 0 ? 0 : 1 - present(values).length / values.length;

type Distance = Pick<Measure, 'measure' | 'distance'>;

const isNumbers = (values: readonly unknown[]): values is readonly number[] =>
  values.every((value) => typeof value === 'number');

const TIMES = new Set(['date', 'timestamp', 'time of day']);
const CHOICES = new Set(['key', 'enumeration', 'constant', 'boolean']);

function distanceOf(kind: string, a: readonly unknown[], b: readonly unknown[], isCopied: boolean): Distance {
  if (a.length === 0 || b.length === 0) return { measure: 'none', distance: 0 };
  if (TIMES.has(kind)) return { measure: 'KS', distance: ks(a.map(msOf), b.map(msOf)) };
  // Values that were not copied have other names.
  const isSame = kind !== 'key' && (isCopied || kind === 'boolean');
  if (CHOICES.has(kind)) return { measure: 'TV', distance: isSame ? variation(a, b) : rankDistance(a, b) };
  if (isNumbers(a) && isNumbers(b)) return { measure: 'KS', distance: ks(a, b) };
  return { measure: 'length', distance: ks(lengthsOf(a), lengthsOf(b)) };
}

const lengthsOf = (values: readonly unknown[]): number[] => values.map((value) => String(value).length);

function msOf(value: unknown): number {
  const text = String(value)
    .replace(/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3')
    .replace(' ', 'T');
  const time = /^(\d\d):(\d\d)/.exec(text);
  if (time !== null) return Number(time[1]) * 60 + Number(time[2]);
  const iso = Date.parse(/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(iso) ? Date.parse(`${String(value)} UTC`) : iso;
}

/** Kolmogorov-Smirnov distance of two samples. */
export function ks(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [a, b].map((each) => each.filter((v) => !Number.isNaN(v)).toSorted((p, q) => p - q)) as [
    number[],
    number[],
  ];
  let [i, j, most] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i] ?? 0, y[j] ?? 0);
    while ((x[i] ?? Infinity) <= value) i++;
    while ((y[j] ?? Infinity) <= value) j++;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  return most;
}

function shares(values: readonly unknown[]): Map<unknown, number> {
  const found = new Map<unknown, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1 / values.length);
  return found;
}

/** Total variation of the shares of values. */
function variation(a: readonly unknown[], b: readonly unknown[]): number {
  const [x, y] = [shares(a), shares(b)];
  return [...new Set([...x.keys(), ...y.keys()])].reduce<number>(
    (sum, key) => sum + Math.abs((x.get(key) ?? 0) - (y.get(key) ?? 0)) / 2,
    0,
  );
}

/** Total variation of the shares by rank: values have other names. */
function rankDistance(a: readonly unknown[], b: readonly unknown[]): number {
  const [x, y] = [a, b].map((each) => [...shares(each).values()].sort((p, q) => q - p)) as [
    number[],
    number[],
  ];
  let sum = 0;
  for (let i = 0; i < Math.max(x.length, y.length); i++) sum += Math.abs((x[i] ?? 0) - (y[i] ?? 0)) / 2;
  return sum;
}

/** Texts of four or more characters in the sample that are also texts of the schema. Its own words and field names do not count. */
export function leaksOf({ schema, original, findings }: Comparison): string[] {
  const own = new Set(findings.flatMap(({ path }) => path.split(/[.[\]]+/)));
  const inSchema = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === 'string') inSchema.add(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) {
        if (!own.has(key)) inSchema.add(key);
        walk(each);
      }
  };
  walk(schema);
  const texts = [...inSchema].join('\n');
  return [...original].flatMap(([path, values]) =>
    [...new Set(values)]
      .filter((value): value is string => typeof value === 'string' && value.length >= 4)
      .filter((value) => inSchema.has(value) || (value.length >= 6 && texts.includes(value)))
      .map((value) => `${path}: ${value}`),
  );
}
