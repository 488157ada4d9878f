import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import avsc from 'avsc';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchemaRegistry } from '../../../test/services/schema-registry.ts';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-circle-'))));
afterAll(() => rm(folder, { recursive: true }));

const FROM = Date.parse('2026-01-31T12:00:00Z');
const near = (value: unknown, perMs: number): boolean =>
  Math.abs(Number(value) / perMs - FROM) < 5 * 86_400_000;
const within = (value: unknown, most: number): boolean => Number(value) >= 0 && Number(value) < most;
const decimal = (value: unknown): bigint => BigInt.asIntN(64, BigInt(`0x${hexOf(value)}`));
const hexOf = (value: unknown): string => Buffer.from(value as Buffer).toString('hex');
const isDecimal = (value: unknown): boolean => decimal(value) >= 0n && decimal(value) < 10n ** 9n;
const named = { size: 8, name: 'fixed' };

/** Types with what their values are for a reader that knows no logical types. */
const TYPES: readonly (readonly [object, (value: unknown) => boolean])[] = [
  [{ type: 'int', logicalType: 'date' }, (value) => near(value, 1 / 86_400_000)],
  [{ type: 'int', logicalType: 'time-millis' }, (value) => within(value, 86_400_000)],
  [{ type: 'long', logicalType: 'time-micros' }, (value) => within(value, 86_400_000_000)],
  ...['', 'local-'].flatMap((local) =>
    (
      [
        [1, 'millis'],
        [1e3, 'micros'],
        [1e6, 'nanos'],
      ] as const
    ).map(
      ([perMs, unit]) =>
        [{ type: 'long', logicalType: `${local}timestamp-${unit}` }, (v: unknown) => near(v, perMs)] as const,
    ),
  ),
  [{ type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 }, isDecimal],
  [{ type: 'fixed', ...named, logicalType: 'decimal', precision: 9, scale: 4 }, isDecimal],
  [{ type: 'fixed', name: 'fixed', size: 6 }, (value) => hexOf(value).length === 12],
  [
    { type: 'fixed', name: 'fixed', size: 12, logicalType: 'duration' },
    (value) => /^0{16}/.test(hexOf(value)) && within((value as Buffer).readUInt32LE(8), 86_400_000),
  ],
  [{ type: 'bytes', logicalType: 'big-decimal' }, (value) => (value as Buffer).length > 2],
  [{ type: 'string', logicalType: 'uuid' }, (value) => /^[\da-f-]{36}$/.test(String(value))],
  [
    { type: 'fixed', name: 'fixed', size: 16, logicalType: 'uuid' },
    (value) => hexOf(value).length === 32 && hexOf(value)[12] === '4',
  ],
];

/** Fields of all types, plain and in a union with null, and some with names that say more than their type. */
const CHECKED = [
  ...TYPES.flatMap(([type, isRight], i) =>
    [false, true].map((isNullable) => {
      const own = 'name' in type ? { ...type, name: `Fixed${i}${isNullable}` } : type;
      return { name: `f${i}_${isNullable}`, type: isNullable ? ['null', own] : own, isRight };
    }),
  ),
  ...['created_at', 'updated_at'].map((name) => ({
    name,
    type: { type: 'long', logicalType: 'timestamp-millis' },
    isRight: (value: unknown) => near(value, 1),
  })),
  ...['start_date', 'end_date', 'birth_date'].map((name) => ({
    name,
    type: { type: 'int', logicalType: 'date' },
    isRight: (value: unknown) => Number.isInteger(value),
  })),
];
const SCHEMA = {
  type: 'record',
  name: 'Circle',
  fields: CHECKED.map(({ name, type }) => ({ name, type })),
};
const ROWS = ['--from', new Date(FROM).toISOString(), '--eps', '1', '--quiet', '--seed', '3'];

/** Whether a reader of Avro finds the values of each type, and null only in unions with it. */
function expectRight(rows: readonly Record<string, unknown>[]): void {
  for (const row of rows)
    for (const { name, type, isRight } of CHECKED)
      if (row[name] !== null || !Array.isArray(type))
        expect([name, row[name], isRight(row[name])]).toEqual([name, row[name], true]);
}

/** Nanoseconds since 1970 are beyond 2^53. */
const long: avsc.Type = avsc.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => Number(bytes.readBigInt64LE()),
  toBuffer: () => Buffer.alloc(8),
  fromJSON: Number,
  toJSON: Number,
  isValid: Number.isInteger,
  compare: (a: number, b: number) => a - b,
});
/** A reader that knows no logical types. */
const readerOf = (schema: unknown): avsc.Type =>
  avsc.Type.forSchema(
    JSON.parse(
      JSON.stringify(schema).replaceAll(/\{"type":"(int|long|bytes|string)","logicalType":[^{}]*\}/g, '"$1"'),
    ) as avsc.Schema,
    { wrapUnions: false, registry: { long } },
  );

test('what is inferred from each logical type of a file is written as that type', async () => {
  const path = join(folder, 'circle.avsc');
  await writeFile(path, JSON.stringify(SCHEMA));
  const inferred = await here(['infer', path]);
  expect(inferred).toMatchObject({ code: 0, err: 'A schema for 1 table\n' });
  const args = ['--schema', '-', '-n', '50', '--format', 'avro-file', '--avro-schema', path];
  const made = await here(['sample', ...args, ...ROWS], { input: inferred.out });
  expect(made).toMatchObject({ code: 0, err: '' });
  const decoder = new avsc.streams.BlockDecoder({ parseHook: readerOf });
  const rows: Record<string, unknown>[] = [];
  decoder.on('data', (row: Record<string, unknown>) => rows.push(row));
  decoder.end(made.bytes);
  await new Promise((resolve) => decoder.on('end', resolve));
  expect(rows).toHaveLength(50);
  expectRight(rows);
});

test('what is inferred from each logical type of a registry is written as that type', async () => {
  const registry = await startSchemaRegistry({
    schemas: [{ subject: 'c-value', schema: JSON.stringify(SCHEMA) }],
  });
  const subject = ['--schema-registry', registry.url, '--subject', 'c-value'];
  const inferred = await here(['infer', ...subject]);
  expect(inferred).toMatchObject({ code: 0, err: 'A schema for 1 table\n' });
  const args = ['--schema', '-', '-n', '1', '--format', 'avro', ...subject];
  const made = await here(['sample', ...args, ...ROWS], { input: inferred.out });
  expect(made).toMatchObject({ code: 0, err: '' });
  const type = readerOf(SCHEMA);
  expectRight([type.fromBuffer(made.bytes.subarray(5)) as Record<string, unknown>]);
  expect(registry.faults).toEqual([]);
  await registry.close();
});
