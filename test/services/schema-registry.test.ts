import {
  AvroDeserializer,
  AvroSerializer,
  Compatibility,
  SchemaRegistryClient,
  SerdeType,
  type SchemaInfo,
} from '@confluentinc/schemaregistry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSchemaRegistry, type SchemaRegistryService } from './schema-registry.ts';

const [USER, PASSWORD] = ['ABCDEFGHIJKLMNOP', 'a+secret/of:the-registry'];

let service: SchemaRegistryService;
let client: SchemaRegistryClient;
beforeEach(async () => {
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  service = await startSchemaRegistry({ authorization, firstId: 70_000 });
  client = clientOf(PASSWORD);
});
afterEach(() => service.close());

const clientOf = (password: string): SchemaRegistryClient =>
  new SchemaRegistryClient({
    baseURLs: [service.url],
    basicAuthCredentials: { credentialsSource: 'USER_INFO', userInfo: `${USER}:${password}` },
    maxRetries: 0,
  });

const record = (name: string, ...fields: readonly (readonly [string, unknown])[]): SchemaInfo => ({
  schemaType: 'AVRO',
  schema: JSON.stringify({ type: 'record', name, fields: fields.map(([name, type]) => ({ name, type })) }),
});
const order = record('Order', ['id', 'long'], ['note', ['null', 'string']]);

/** The error of a registry, as Confluent's client gives it. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('Confluent’s client registers schemas, finds them by subject and id, and writes and reads records', async () => {
  const id = await client.register('orders-value', order);
  expect(id).toBe(70_000);
  expect(await client.register('other-value', order)).toBe(id);
  expect(await client.getLatestSchemaMetadata('orders-value')).toMatchObject({ id, version: 1 });
  expect(await client.getAllSubjects()).toEqual(['orders-value', 'other-value']);
  const fresh = clientOf(PASSWORD);
  expect(await fresh.getId('orders-value', order)).toBe(id);
  expect(JSON.parse((await fresh.getBySubjectAndId('orders-value', id)).schema)).toEqual(
    JSON.parse(order.schema),
  );
  const bytes = await new AvroSerializer(client, SerdeType.VALUE, { useLatestVersion: true }).serialize(
    'orders',
    { id: 7, note: 'x' },
  );
  expect([...bytes.subarray(0, 5)]).toEqual([0, 0, 1, 0x11, 0x70]);
  const reader = new AvroDeserializer(fresh, SerdeType.VALUE, {});
  expect(await reader.deserialize('orders', bytes)).toEqual({ id: 7, note: 'x' });
  expect(service.faults).toEqual([]);
});

test('schemas refer to those of other subjects, which Confluent’s client follows', async () => {
  await client.register('address-value', record('Address', ['city', 'string']));
  const references = [{ name: 'Address', subject: 'address-value', version: 1 }];
  const person = { ...record('Person', ['home', 'Address']), references };
  await client.register('people-value', person);
  const bytes = await new AvroSerializer(client, SerdeType.VALUE, { useLatestVersion: true }).serialize(
    'people',
    { home: { city: 'Oslo' } },
  );
  const reader = new AvroDeserializer(clientOf(PASSWORD), SerdeType.VALUE, {});
  expect(await reader.deserialize('people', bytes)).toEqual({ home: { city: 'Oslo' } });
});

test('what is no schema, cannot read earlier data or has other credentials is refused', async () => {
  await client.register('orders-value', order);
  const changed = record('Order', ['id', 'string'], ['note', ['null', 'string']]);
  expect(await errorOf(client.register('orders-value', changed))).toMatchObject({
    status: 409,
    errorCode: 409,
    message: expect.stringContaining('incompatible with an earlier schema for subject') as string,
  });
  await client.updateCompatibility('orders-value', Compatibility.NONE);
  expect(await client.register('orders-value', changed)).toBe(70_001);
  const wrong = { schema: '{"type":"nothing"}', schemaType: 'AVRO' };
  expect(await errorOf(client.register('orders-value', wrong))).toMatchObject({
    status: 422,
    errorCode: 42_201,
  });
  expect(await errorOf(client.getLatestSchemaMetadata('none'))).toMatchObject({ errorCode: 40_401 });
  expect(await errorOf(client.getId('orders-value', record('Other', ['id', 'long'])))).toMatchObject({
    errorCode: 40_403,
  });
  expect(await errorOf(clientOf('other').getAllSubjects())).toMatchObject({ status: 401 });
});
