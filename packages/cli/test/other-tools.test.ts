import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

const folder = await mkdtemp(join(tmpdir(), 'catbird-other-tools-'));
afterAll(() => rm(folder, { recursive: true }));

type Row = Readonly<Record<string, unknown>>;

/** Writes the files of a project. */
async function project(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, name, dirname(path)), { recursive: true });
    await writeFile(join(folder, name, path), text);
  }
  return join(folder, name);
}

/** Infers a config, runs it to files, and returns the rows of each stream, with the notes. */
async function rowsOf(path: string, options: readonly string[] = []) {
  const inferred = await here(['infer', path, ...options]);
  expect(inferred.code, inferred.err).toBe(0);
  const config = JSON.parse(inferred.out) as {
    streams: Record<string, { settings?: object; limit: number }>;
  };
  const names = Object.keys(config.streams);
  const files = Object.fromEntries(
    names.map((name) => [name, join(folder, `${names.join('-')}-${name}.ndjson`)]),
  );
  const streams = Object.fromEntries(
    Object.entries(config.streams).map(([name, stream]) => {
      const { destination: _, format: _format, ...others } = stream as Record<string, unknown>;
      return [name, { ...others, settings: { path: files[name], existing: 'replace' } }];
    }),
  );
  const ran = await here(['run', '-', '--json'], {
    input: JSON.stringify({ ...config, destination: 'file', streams }),
  });
  expect(ran.code, ran.err).toBe(0);
  const rows = new Map<string, readonly Row[]>();
  for (const [name, file] of Object.entries(files))
    rows.set(name, jsonLines(await readFile(file, 'utf8')) as Row[]);
  return { config, rows, notes: inferred.err };
}

const distinct = (rows: readonly Row[], ...names: readonly string[]): number =>
  new Set(rows.map((row) => JSON.stringify(names.map((name) => row[name])))).size;

test('a contract of the Open Data Contract Standard becomes rows that keep its rules', async () => {
  const path = await project('standard', {
    'clinic.odcs.yaml': `
apiVersion: v3.1.0
kind: DataContract
id: 0a1e8a2e-0000-4000-8000-000000000001
version: 1.0.0
status: active
servers:
  - { server: warehouse, type: snowflake, account: a, database: b, schema: c }
schema:
  - id: wards_t
    name: wards
    properties:
      - { id: ward_p, name: ward_code, logicalType: string, physicalType: varchar(8), primaryKey: true, required: true }
      - { name: beds, logicalType: integer, logicalTypeOptions: { minimum: 4, maximum: 40, format: i8 }, required: true }
  - name: visits
    physicalType: table
    relationships:
      - { from: visits.referred_from, to: wards.ward_code }
    quality:
      - { metric: rowCount, mustBeBetween: [150, 250] }
      - { metric: duplicateValues, mustBe: 0, arguments: { properties: [bed, day] } }
      - { type: custom, engine: soda, implementation: 'type: x' }
    properties:
      - { name: visit_id, logicalType: string, logicalTypeOptions: { format: uuid }, primaryKey: true, required: true }
      - name: ward_code
        logicalType: string
        required: true
        relationships: [{ to: schema/wards_t/properties/ward_p }]
      - { name: referred_from, logicalType: string }
      - { name: bed, logicalType: integer, logicalTypeOptions: { minimum: 1 }, required: true }
      - { name: day, logicalType: date, logicalTypeOptions: { minimum: '2024-02-01', exclusiveMaximum: '2024-03-01' }, required: true }
      - name: outcome
        logicalType: string
        quality:
          - { metric: invalidValues, arguments: { validValues: [home, transferred] }, mustBe: 0 }
          - { metric: nullValues, mustBeLessThan: 1, unit: percent }
      - name: file_no
        physicalName: FILE_NO
        logicalType: string
        quality: [{ metric: duplicateValues, mustBe: 0 }, { metric: invalidValues, mustBe: 0, arguments: { pattern: '^F[0-9]{9}$' } }]
      - { name: cost, logicalType: number, physicalType: 'decimal(8,3)', required: true }
      - { name: arrived, logicalType: timestamp, required: true }
      - name: triage
        logicalType: object
        properties:
          - { name: level, logicalType: integer, logicalTypeOptions: { minimum: 1, maximum: 5 }, required: true }
          - { name: tags, logicalType: array, logicalTypeOptions: { maxItems: 2 }, items: { logicalType: string } }
slaProperties:
  - { property: freshness, value: 1, unit: h, element: visits.arrived }
  - { property: freshness, value: 1, unit: h, element: visits.cost }
`,
  });
  const { rows, notes } = await rowsOf(join(path, 'clinic.odcs.yaml'));
  const [wards = [], visits = []] = [rows.get('wards'), rows.get('visits')];
  expect(visits).toHaveLength(250);
  const codes = new Set(wards.map((row) => row['ward_code']));
  expect(visits.every((row) => codes.has(row['ward_code']))).toBe(true);
  expect(visits.every((row) => row['referred_from'] === null || codes.has(row['referred_from']))).toBe(true);
  expect(distinct(visits, 'visit_id')).toBe(250);
  expect(distinct(visits, 'bed', 'day')).toBe(250);
  expect(visits.every(({ day }) => /^2024-02-/.test(String(day)))).toBe(true);
  expect(new Set(visits.map((row) => row['outcome']))).toEqual(new Set(['home', 'transferred']));
  expect(visits.every(({ FILE_NO: no }) => no === null || /^F[0-9]{9}$/.test(String(no)))).toBe(true);
  expect(visits.some(({ cost }) => /\.\d{3}$/.test(String(cost)))).toBe(true);
  expect(wards.every(({ beds }) => Number(beds) >= 4 && Number(beds) <= 40)).toBe(true);
  expect(visits.some(({ triage }) => (triage as Row | null)?.['level'] === 5)).toBe(true);
  for (const note of [
    'Not followed: the server of type snowflake',
    'Not followed: the rule of quality of soda (visits)',
    'Not followed: freshness (visits.cost)',
  ])
    expect(notes).toContain(note);
  expect(notes).not.toContain('freshness (visits.arrived');
});

test('a file of the Data Contract Specification becomes rows that keep its rules', async () => {
  const path = await project('specified', {
    'datacontract.yaml': `
dataContractSpecification: 1.2.0
id: shipping
info: { title: Shipping, version: 1.0.0 }
models:
  parcels:
    type: table
    fields:
      parcel_id: { $ref: '#/definitions/parcel_id', required: true, primaryKey: true }
      weight: { type: decimal, precision: 5, scale: 1, minimum: 0.5, required: true }
      service: { type: string, enum: [letter, express], required: true }
      labels: { type: map, values: { type: string }, required: true }
  scans:
    fields:
      parcel_id: { $ref: '#/definitions/parcel_id', required: true, references: parcels.parcel_id }
      position: { type: int, minimum: 1, required: true }
      scanned_at: { type: timestamp, required: true }
      loaded_at: { type: timestamp, required: true }
      depot: { type: string, maxLength: 4 }
    primaryKey: [parcel_id, position]
    quality:
      - { type: sql, query: 'SELECT count(*) AS n FROM scans', mustBeGreaterThan: 1200 }
      - { type: sql, query: 'SELECT max(weight) FROM scans', mustBeLessThan: 9 }
definitions:
  parcel_id: { type: text, pattern: '^P[0-9]{8}$' }
servicelevels:
  latency: { threshold: 2h, sourceTimestampField: scans.scanned_at, processedTimestampField: scans.loaded_at }
`,
  });
  const { rows, notes } = await rowsOf(join(path, 'datacontract.yaml'));
  const [parcels = [], scans = []] = [rows.get('parcels'), rows.get('scans')];
  expect(scans).toHaveLength(1201);
  expect(distinct(scans, 'parcel_id', 'position')).toBe(1201);
  const ids = new Set(parcels.map((row) => row['parcel_id']));
  expect(ids.size).toBe(parcels.length);
  expect(scans.every((row) => ids.has(row['parcel_id']))).toBe(true);
  const lags = scans.map(
    (row) => Date.parse(String(row['loaded_at'])) - Date.parse(String(row['scanned_at'])),
  );
  expect(Math.min(...lags)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lags)).toBeLessThanOrEqual(7_200_000);
  expect(scans.every(({ depot }) => depot === null || String(depot).length <= 4)).toBe(true);
  expect(notes).toContain('Not followed: the rule of quality in SQL (scans)');
});
