import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { here } from '../../../packages/cli/test/here.ts';
import { ROOT } from './structure.ts';
import { writeSchemas } from './schemas.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catbird-schemas-'));
  writeSchemas(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const published = (name: string) => json(join(folder, 'schema', name)) as AnySchemaObject;

/** The rules of SchemaStore: https://github.com/SchemaStore/schemastore/blob/master/CONTRIBUTING.md */
const ajv = new Ajv2020({
  strict: true,
  // They also allow these.
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowUnionTypes: true,
  validateFormats: false,
  // A validator is for few values here, and code that is shorter or has its references inlined takes four times as long to write.
  inlineRefs: false,
  code: { optimize: false },
});

test.each(['config.json', 'schema.json'])('%s is a strict JSON Schema at its address', (name) => {
  const schema = published(name);
  expect(() => ajv.compile(schema)).not.toThrow();
  expect(schema['$id']).toBe(`https://catbird-data.github.io/catbird/schema/${name}`);
  expect(Buffer.byteLength(JSON.stringify(schema))).toBeLessThan(2 ** 20);
});

test('what infer writes names its JSON Schema, and is valid by it', async () => {
  const table = 'CREATE TABLE users (id serial PRIMARY KEY, email text NOT NULL);\n';
  const other = 'CREATE TABLE orders (id serial PRIMARY KEY, user_id int NOT NULL REFERENCES users (id));\n';
  for (const [input, name] of [
    [table, 'schema.json'],
    [table + other, 'config.json'],
  ] as const) {
    const { out } = await here(['infer', '-'], { input });
    const written = JSON.parse(out) as { readonly $schema: string };
    expect(written.$schema).toBe(published(name)['$id']);
    const validate = ajv.getSchema(written.$schema) ?? ajv.compile(published(name));
    expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...written, from_: 5 })).toBe(false);
  }
});

test('the examples are valid by the published schema', () => {
  const validate =
    ajv.getSchema(String(published('config.json')['$id'])) ?? ajv.compile(published('config.json'));
  const files = readdirSync(join(ROOT, 'examples')).filter((file) => file.endsWith('.yaml'));
  const wrong = files.filter(
    (file) => !validate(parse(readFileSync(join(ROOT, 'examples', file), 'utf8'), { merge: true })),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('the entry for the catalogue of SchemaStore follows its rules', () => {
  const { name, description, fileMatch, url, ...others } = json(
    join(ROOT, 'deploy/schemastore.json'),
  ) as Readonly<Record<'name' | 'description' | 'url', string>> & { readonly fileMatch: readonly string[] };
  expect(others).toEqual({});
  expect(url).toBe(published('config.json')['$id']);
  expect([name, description]).toEqual(['Catbird', expect.stringMatching(/^[A-Z][^]{10,120}[^.]$/)]);
  expect(description).not.toMatch(/schema/i);
  // Patterns name the tool, use no folder of one project, and are listed once, in order.
  for (const pattern of fileMatch) expect(pattern).toMatch(/^(\*\.)?catbird\.(json|ya?ml)$/);
  expect([...new Set(fileMatch)].toSorted()).toEqual(fileMatch);
});
