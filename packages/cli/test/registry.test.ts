import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withAddress } from '@catbird/stream';
import {
  startSchemaRegistry,
  type SchemaRegistryOptions,
  type SchemaRegistryService,
} from '../../../test/services/schema-registry.ts';
import { here } from './here.ts';

let folder = '';
let registry: SchemaRegistryService | undefined;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-subject-'))));
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  expect(registry?.faults).toEqual([]);
  await registry?.close();
});

type Schemas = NonNullable<SchemaRegistryOptions['schemas']>;
const at = async (schemas: Schemas, authorization?: string): Promise<readonly string[]> => {
  registry = await startSchemaRegistry({ schemas, ...(authorization !== undefined && { authorization }) });
  return ['--schema-registry', registry.url];
};

const AVRO = {
  type: 'record',
  name: 'Order',
  namespace: 'shop',
  fields: [
    { name: 'id', type: 'int' },
    { name: 'at', type: { type: 'long', logicalType: 'timestamp-millis' } },
    { name: 'changed', type: ['null', { type: 'long', logicalType: 'timestamp-micros' }], default: null },
    { name: 'day', type: { type: 'int', logicalType: 'date' } },
    { name: 'state', type: { type: 'enum', name: 'State', symbols: ['NEW', 'PAID'] } },
    { name: 'home', type: 'shop.Address' },
    { name: 'others', type: { type: 'array', items: 'Address' } },
    { name: 'counts', type: { type: 'map', values: 'long' } },
    { name: 'price', type: 'float' },
    { name: 'bytes', type: 'bytes' },
  ],
};
const ADDRESS = {
  type: 'record',
  name: 'Address',
  namespace: 'shop',
  fields: [{ name: 'city', type: 'string' }],
};

test('a schema that follows from a subject of Avro makes rows that fit it', async () => {
  const to = await at([
    { subject: 'addresses', schema: JSON.stringify(ADDRESS) },
    {
      subject: 'orders-value',
      schema: JSON.stringify(AVRO),
      references: [{ name: 'shop.Address', subject: 'addresses', version: 1 }],
    },
  ]);
  const subject = [...to, '--subject', 'orders-value'];
  const inferred = await here(['infer', ...subject]);
  expect(inferred).toMatchObject({ code: 0, err: 'A schema for 1 table\n' });
  const file = join(folder, 'orders.json');
  await writeFile(file, inferred.out);
  const rows = ['--schema', file, '-n', '20', '--format', 'avro', ...subject];
  expect(await here(['sample', ...rows])).toMatchObject({
    code: 0,
    err: expect.stringContaining('schema 2 of orders-value, version 1') as string,
  });
});

test('a schema that follows from a subject of Protobuf makes rows that fit it', async () => {
  const line =
    'syntax = "proto3"; package shop; message Line { string sku = 1; uint32 count = 2; } message Unused { int32 x = 1; }';
  const order = `syntax = "proto3"; package shop;
    import "line.proto"; import "google/protobuf/timestamp.proto";
    message Order { int32 id = 1; repeated Line lines = 2; google.protobuf.Timestamp at = 3; map<string, int32> counts = 4; }`;
  const to = await at([
    { subject: 'lines', schemaType: 'PROTOBUF', schema: line },
    {
      subject: 'orders-value',
      schemaType: 'PROTOBUF',
      schema: order,
      references: [{ name: 'line.proto', subject: 'lines', version: 1 }],
    },
  ]);
  const inferred = await here(['infer', ...to, '--schema-id', '2']);
  expect(inferred).toMatchObject({ code: 0, err: 'A schema for 1 table\n' });
  const rows = [
    'sample',
    '--schema',
    '-',
    '-n',
    '20',
    '--format',
    'protobuf',
    ...to,
    '--subject',
    'orders-value',
  ];
  expect(await here(rows, { input: inferred.out })).toMatchObject({ code: 0 });
});

test('a subject of JSON Schema becomes a schema', async () => {
  const schema = JSON.stringify({
    type: 'object',
    properties: { id: { type: 'integer' } },
    required: ['id'],
  });
  const to = await at([{ subject: 'orders', schemaType: 'JSON', schema }]);
  const { code, out } = await here(['infer', ...to, '--subject', 'orders', '--quiet']);
  expect({ code, schema: JSON.parse(out) as unknown }).toEqual({
    code: 0,
    schema: withAddress({ id: { type: 'catbird.sequence' } }),
  });
});

test.each([
  [[], 'Missing FILE, or --schema-registry with --subject'],
  [['--subject', 'x'], '--subject needs --schema-registry'],
  [['URL'], '--schema-registry needs --subject or --schema-id'],
  [['URL', '--subject', 'none'], '--subject: The registry has no subject none'],
  [['URL', '--schema-id', '9'], '--schema-id: The registry has no schema 9'],
  [
    ['URL', '--schema-id', '9', '--subject', 'x'],
    '--subject: leave it out, since --schema-id says which schema it is',
  ],
  [['URL', '--subject', 'x', 'a.json'], '--schema-registry cannot be combined with files: use one of them'],
  [
    ['URL', '--subject', 'x', '--language', 'avro'],
    '--language is not needed: the schema registry names the language',
  ],
])('infer with %j is refused', async (args, message) => {
  const to = await at([]);
  const given = args.flatMap((each) => (each === 'URL' ? to : [each]));
  expect(await here(['infer', ...given])).toMatchObject({ code: 2, out: '', err: `${message}\n` });
});

test('credentials of the environment are for registries only', async () => {
  const to = await at(
    [{ subject: 'orders', schema: JSON.stringify(ADDRESS) }],
    'Bearer a-token-of-the-registry',
  );
  const env = { CATBIRD_SCHEMA_REGISTRY_TOKEN: 'a-token-of-the-registry' };
  expect(await here(['infer', ...to, '--subject', 'orders'], { env })).toMatchObject({ code: 0 });
  expect(await here(['sample', '-n', '1', '--format', 'csv'], { env })).toMatchObject({ code: 0 });
  const unused = ['sample', '-n', '1', '--format', 'avro', '--schema-registry-token', 'other'];
  expect(await here(unused, { env })).toMatchObject({
    code: 2,
    err: '--schema-registry-token: Requires --schema-registry\n',
  });
});
