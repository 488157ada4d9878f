import { isObject } from '@catbird/engine';
import type { SchemaObject } from '../../draft.ts';
import type { JsonObject } from '../definition.ts';
import { tablesOf } from '../json-schema/document.ts';
import { type References, referencesIn } from '../json-schema/references.ts';
import { newNotes, type Notes } from '../not-followed.ts';
import type { Definition, Shape, Table } from '../shape.ts';
import { destinationOf, isKnown } from './servers.ts';

/** Reads the channels of an AsyncAPI document, version 2 or 3: a table for each of their messages. https://www.asyncapi.com/docs/reference */
export async function readAsyncApi(document: unknown): Promise<Definition> {
  if (!isObject(document)) return { tables: [], notes: ['An AsyncAPI document is an object'] };
  const notes = newNotes();
  const api: Api = { document, notes, references: referencesIn(document) };
  const tables: Table[] = [];
  for (const channel of channelsOf(api))
    for (const { name, message, operation } of channel.messages) {
      const own = channel.messages.length === 1 ? channel.name : `${channel.name}_${name}`;
      const fields = await payloadOf(message, own, api);
      if (fields.length > 0)
        tables.push(tableOf({ name: own, fields }, { channel, message, operation }, api));
    }
  if (tables.length === 0) notes.add('No channel has a message with fields');
  return { tables, notes: notes.sentences() };
}

interface Api {
  readonly document: JsonObject;
  readonly notes: Notes;
  readonly references: References;
}

interface Message {
  readonly name: string;
  readonly message: JsonObject;
  /** The operation that sends or receives it. */
  readonly operation: JsonObject;
}

interface Channel {
  readonly name: string;
  readonly address: string;
  readonly channel: JsonObject;
  readonly messages: readonly Message[];
}

/** What a value is, behind references. */
function followed(value: unknown, { references, notes }: Api): unknown {
  let found = value;
  for (let n = 0; isObject(found) && typeof found['$ref'] === 'string' && n < 20; n++) {
    const next = references.find(found['$ref'], found);
    if (next === undefined)
      notes.add(`Not followed: the reference ${found['$ref']}`, references.placeOf(found));
    found = next;
  }
  return found;
}

function objectOf(value: unknown, api: Api): JsonObject {
  const found = followed(value, api);
  return isObject(found) ? found : {};
}

const entriesOf = (value: unknown, api: Api): readonly (readonly [string, JsonObject])[] =>
  Object.entries(objectOf(value, api)).map(([name, each]) => [name, objectOf(each, api)]);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function channelsOf(api: Api): readonly Channel[] {
  const { document } = api;
  const operations = entriesOf(document['operations'], api).map(([, each]) => each);
  return entriesOf(document['channels'], api).map(([id, channel]) => {
    const operation = operations.find((each) => objectOf(each['channel'], api) === channel) ?? {};
    const { address = id } = channel;
    const current = entriesOf(channel['messages'], api).map(([name, message]) => ({
      name,
      message,
      operation,
    }));
    const former = ['publish', 'subscribe'].flatMap((key) => formerMessages(channel[key], api));
    const messages = [...current, ...former];
    return {
      name: id,
      address: typeof address === 'string' ? address : id,
      channel,
      // Both sides of a channel may have the same message.
      messages: messages.filter(
        (each, i) => messages.findIndex(({ message }) => message === each.message) === i,
      ),
    };
  });
}

/** The messages of an operation in version 2. */
function formerMessages(value: unknown, api: Api): readonly Message[] {
  if (value === undefined) return [];
  const operation = objectOf(value, api);
  const { oneOf } = objectOf(operation['message'], api);
  return (Array.isArray(oneOf) ? oneOf : [operation['message']]).map((each: unknown, i) => {
    const message = objectOf(each, api);
    const { name = message['messageId'] } = message;
    const [, last] = /\/([^/]+)$/.exec(isObject(each) ? String(each['$ref']) : '') ?? [];
    return { name: typeof name === 'string' ? name : (last ?? `message_${i + 1}`), message, operation };
  });
}

/** The format of a payload and its schema. In version 3, both may stand in the payload. */
function schemaOf(
  { payload, schemaFormat }: JsonObject,
  api: Api,
): { readonly format: string; readonly schema: unknown } {
  const given = objectOf(payload, api);
  const isWrapped = given['schemaFormat'] !== undefined && given['schema'] !== undefined;
  const named = isWrapped ? given['schemaFormat'] : schemaFormat;
  const format = typeof named === 'string' ? named : '';
  return { format, schema: isWrapped ? given['schema'] : payload };
}

async function payloadOf(message: JsonObject, name: string, api: Api): Promise<readonly Shape[]> {
  const { format, schema } = schemaOf(message, api);
  const place = api.references.placeOf(message);
  if (schema === undefined) api.notes.add('Left out: a message without a payload', place);
  const definition = await definitionOf(format, schema, name, api);
  for (const note of definition?.notes ?? []) api.notes.add(note, place);
  if (definition === undefined) api.notes.add(`Not followed: the format ${format}`, place);
  const [first, ...others] = definition?.tables ?? [];
  if (others.length > 0) api.notes.add(`Followed in part: the first of ${others.length + 1} records`, place);
  return first?.fields ?? [];
}

/** Undefined: the format is not known. */
async function definitionOf(
  format: string,
  schema: unknown,
  name: string,
  api: Api,
): Promise<Definition | undefined> {
  if (/protobuf/.test(format)) {
    const { readProtobuf } = await import('../protobuf.ts');
    return readProtobuf(String(followed(schema, api)));
  }
  if (/avro/.test(format)) {
    const { readAvro } = await import('../avro.ts');
    return readAvro(followed(schema, api));
  }
  if (!/^$|json|yaml|asyncapi|openapi/.test(format)) return undefined;
  const tables = schema === undefined ? [] : tablesOf(api.document, { [name]: schema }, api.notes);
  return { tables, notes: [] };
}

/** Where a message is. */
interface Spot extends Omit<Message, 'name'> {
  readonly channel: Channel;
}

/** A table with where its rows go, and with hidden fields for key, headers and address. */
function tableOf({ name, fields }: Table, { channel, message, operation }: Spot, api: Api): Table {
  const servers = serversOf(channel.channel, api);
  const [serverName, server] = servers.find(([, { protocol }]) => isKnown(protocol)) ?? [];
  for (const [other, { protocol }] of servers)
    if (other !== serverName)
      api.notes.add(
        `Not followed: the server ${other} (${String(protocol)}). Rows go to ${serverName ?? 'files'}`,
      );
  if (server === undefined) return { name, fields };
  const traits = [message, operation].map((each) =>
    listOf(each['traits']).map((trait) => objectOf(trait, api)),
  );
  const bindings = (of: JsonObject): JsonObject => objectOf(of['bindings'], api);
  const kafka = [message, ...(traits[0] ?? [])]
    .map((each) => objectOf(bindings(each)['kafka'], api))
    .find((each) => each['key'] !== undefined);
  const taken = new Set(fields.map((each) => each.name));
  const side: Side = (schema) => {
    const found = tablesOf(api.document, { [name]: schema }, api.notes)[0]?.fields ?? [];
    return found.flatMap((shape) => {
      if (shape.isList === true || NESTED.test(shape.kind)) {
        api.notes.add(`Not followed: ${shape.name} beside rows, which is no single value`, name);
        return [];
      }
      let free = shape.name.replaceAll(/[^\w-]/g, '_');
      while (taken.has(free)) free += '_';
      taken.add(free);
      return [[shape.name, { ...shape, name: free, isSide: true }]];
    });
  };
  const given = [message, ...(traits[0] ?? [])].flatMap((each) => each['headers'] ?? []);
  const headers = given.length === 0 ? [] : side({ allOf: given });
  const [key] = keyed(objectOf(kafka?.['key'], api), side);
  const { address, fields: parts } = addressed(channel, headers, side, api);
  const stream = destinationOf(server, schemesOf(server, api), {
    address,
    keyField: key?.[1].name,
    headers: Object.fromEntries(headers.map(([header, shape]) => [header, `{{${shape.name}}}`])),
    bindings: { ...bindings(channel.channel), ...bindings(operation) },
  });
  const hidden = [...headers, ...(key === undefined ? [] : [key]), ...parts].map(([, shape]) => shape);
  return { name, fields: [...hidden, ...fields], stream: { ...stream, ...formatOf(message, server, api) } };
}

/** Kinds of values that are no header, key or part of an address. */
const NESTED = /^(JSON|map|list|tuple|one of|object)$/;

type Side = (schema: JsonObject) => readonly (readonly [string, Shape])[];

const keyed = (key: JsonObject, side: Side): readonly (readonly [string, Shape])[] =>
  Object.keys(key).length === 0
    ? []
    : side({ type: 'object', properties: { message_key: key }, required: ['message_key'] });

/** The address with fields in place of its parameters. Those that are in no field get a hidden one. */
function addressed(
  { channel, address }: Channel,
  headers: readonly (readonly [string, Shape])[],
  side: Side,
  api: Api,
) {
  const own: (readonly [string, Shape])[] = [];
  const given = Object.fromEntries(entriesOf(channel['parameters'], api));
  const text = address.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const { location, schema, enum: values, default: usual } = given[name] ?? {};
    const [, place, path = ''] = /^\$message\.(payload|header)#\/(.+)$/.exec(String(location)) ?? [];
    if (place === 'payload') return `{{${path.replaceAll('/', '.')}}}`;
    const header = headers.find(([each]) => place === 'header' && each === path);
    if (header !== undefined) return `{{${header[1].name}}}`;
    const listed = {
      type: 'string',
      ...(Array.isArray(values) ? { enum: values } : usual === undefined ? {} : { enum: [usual] }),
    };
    const added = side({ type: 'object', properties: { [name]: schema ?? listed }, required: [name] });
    own.push(...added);
    return `{{${added[0]?.[1].name ?? name}}}`;
  });
  return { address: text, fields: own };
}

/** The servers of a channel by name: all of the document unless it names its own. */
function serversOf(
  { servers }: JsonObject,
  { document, ...rest }: Api,
): readonly (readonly [string, JsonObject])[] {
  const api = { document, ...rest };
  const all = entriesOf(document['servers'], api);
  const named = listOf(servers).map((each) => (typeof each === 'string' ? each : objectOf(each, api)));
  return named.length === 0
    ? all
    : all.filter(([name, server]) => named.includes(name) || named.includes(server));
}

/** Types of the security schemes of a server: version 3 refers to them, version 2 names them. */
const schemesOf = (server: JsonObject, api: Api): readonly string[] => {
  const known = objectOf(objectOf(api.document['components'], api)['securitySchemes'], api);
  return listOf(server['security']).flatMap((each) => {
    const { type, ...names } = objectOf(each, api);
    const found =
      typeof type === 'string'
        ? [type]
        : Object.keys(names).map((name) => objectOf(known[name], api)['type']);
    return found.filter((one) => typeof one === 'string');
  });
};

/** How rows are written where a server has binary messages. */
function formatOf(message: JsonObject, server: JsonObject, api: Api): SchemaObject {
  const [, name] = /(avro|protobuf)/.exec(schemaOf(message, api).format) ?? [];
  if (name === undefined) return {};
  const { schemaRegistryUrl } = objectOf(objectOf(server['bindings'], api)['kafka'], api);
  return {
    format: typeof schemaRegistryUrl === 'string' ? { name, schemaRegistry: schemaRegistryUrl } : { name },
  };
}
