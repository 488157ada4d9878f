import avsc from 'avsc';
import protobuf from 'protobufjs';
import { startService, type Answer, type Received, type Service } from './service.ts';

/** Options of a stand-in for a schema registry. */
export interface SchemaRegistryOptions {
  /** The whole header `authorization` of every request. Default: it has none. */
  readonly authorization?: string;
  /** The schemas that it has from the start, by subject, each with the id that follows that of the one before. */
  readonly schemas?: readonly (StoredSchema & { readonly subject: string })[];
  /** Id of the first schema. Default 1. */
  readonly firstId?: number;
}

/** A schema that refers to a version of a subject. */
interface Reference {
  readonly name: string;
  readonly subject: string;
  readonly version: number;
}

interface StoredSchema {
  readonly schema: string;
  readonly schemaType?: 'AVRO' | 'PROTOBUF' | 'JSON';
  readonly references?: readonly Reference[];
}

interface Version extends StoredSchema {
  readonly id: number;
}

/** A stand-in for a schema registry, and the schemas of its subjects, the oldest first. */
export interface SchemaRegistryService extends Service {
  readonly subjects: ReadonlyMap<string, readonly Version[]>;
}

const MEDIA_TYPE = 'application/vnd.schemaregistry.v1+json';
const MEMBERS = new Set(['schema', 'schemaType', 'references', 'metadata', 'ruleSet']);

/**
 * Starts a strict stand-in for Confluent's schema registry, in memory. A new version of a subject must be able to read the data of the one
 * before (BACKWARD). Its Protobuf schemas are checked for changed types of fields only.
 * https://docs.confluent.io/platform/current/schema-registry/develop/api.html
 */
export async function startSchemaRegistry({
  authorization,
  schemas = [],
  firstId = 1,
}: SchemaRegistryOptions = {}): Promise<SchemaRegistryService> {
  const subjects = new Map<string, Version[]>();
  const levels = new Map<string, string>();
  let nextId = firstId;
  const add = (subject: string, schema: StoredSchema): Version => {
    const known = [...subjects.values()].flat().find((each) => isSame(each, schema));
    const version = { ...schema, id: known?.id ?? nextId++ };
    subjects.set(subject, [...(subjects.get(subject) ?? []), version]);
    return version;
  };
  schemas.forEach(({ subject, ...schema }) => add(subject, schema));

  const found = (subject: string, number: string): Answer => {
    const versions = subjects.get(subject);
    if (versions === undefined) return noSubject(subject);
    const place = number === 'latest' ? versions.length : Number(number);
    const version = versions[place - 1];
    return version === undefined
      ? failure(404, 40402, `Version ${number} not found.`)
      : json(200, { subject, version: place, ...shown(version) });
  };
  const added = (subject: string, schema: StoredSchema): Answer => {
    const wrong = invalid(schema, subjects);
    if (wrong !== undefined) return failure(422, 42201, `Invalid schema ${schema.schema}, details: ${wrong}`);
    const versions = subjects.get(subject) ?? [];
    const known = versions.find((each) => isSame(each, schema));
    if (known !== undefined) return json(200, { id: known.id });
    const last = versions.at(-1);
    const clash = last && levels.get(subject) !== 'NONE' ? incompatible(last, schema) : undefined;
    if (clash !== undefined)
      return failure(
        409,
        409,
        `Schema being registered is incompatible with an earlier schema for subject "${subject}", details: [${clash}]`,
      );
    return json(200, { id: add(subject, schema).id });
  };
  const lookedUp = (subject: string, schema: StoredSchema): Answer => {
    const versions = subjects.get(subject);
    if (versions === undefined) return noSubject(subject);
    const place = versions.findIndex((each) => isSame(each, schema));
    const version = versions[place];
    return version === undefined
      ? failure(404, 40403, 'Schema not found')
      : json(200, { subject, version: place + 1, ...shown(version) });
  };
  const byId = (id: number): Answer => {
    const known = [...subjects.values()].flat().find((each) => each.id === id);
    if (known === undefined) return failure(404, 40403, `Schema ${id} not found`);
    const { id: _, ...rest } = shown(known);
    return json(200, rest);
  };

  const config = (subject: string, body: string): Answer => {
    const { compatibility = '' } = JSON.parse(body) as { compatibility?: string };
    levels.set(subject, compatibility);
    return json(200, { compatibility });
  };
  const routes: readonly Route[] = [
    [/^GET \/subjects$/, () => json(200, [...subjects.keys()])],
    [/^GET \/subjects\/([^/]+)\/versions\/(\d+|latest)$/, (_, subject, number) => found(subject, number)],
    [/^GET \/schemas\/ids\/(\d+)$/, (_, id) => byId(Number(id))],
    [/^POST \/subjects\/([^/]+)\/versions$/, (read, subject) => read((schema) => added(subject, schema))],
    [/^POST \/subjects\/([^/]+)$/, (read, subject) => read((schema) => lookedUp(subject, schema))],
    [/^PUT \/config\/([^/]+)$/, (read, subject) => config(subject, read.body)],
  ];

  const service = await startService({
    cors: { methods: ['GET', 'POST', 'PUT'], headers: ['authorization', 'content-type'], exposed: [] },
    respond(request, fault) {
      const { method, path, headers } = request;
      if (headers['authorization'] !== authorization) return failure(401, 401, 'Unauthorized');
      if (method === 'GET' && (request.body.length > 0 || headers['content-length'] !== undefined))
        fault(`GET ${path} has a body`);
      for (const [route, respond] of routes) {
        const parts = route.exec(`${method} ${path}`);
        if (parts === null) continue;
        const [one = '', two = ''] = parts.slice(1).map(decodeURIComponent);
        return respond(bodyOf(request, fault), one, two);
      }
      return failure(404, 404, 'HTTP 404 Not Found');
    },
  });
  return { ...service, subjects };
}

/** The body of a request. Called, it reads a schema, and answers with an error if it is none. */
interface Body {
  (act: (schema: StoredSchema) => Answer): Answer;
  readonly body: string;
}

type Route = readonly [RegExp, (read: Body, ...parts: [string, string]) => Answer];

const bodyOf = (request: Received, fault: (words: string) => void): Body =>
  Object.assign(
    (act: (schema: StoredSchema) => Answer): Answer => {
      const read = schemaIn(request, fault);
      return 'status' in read ? read : act(read);
    },
    { body: request.body.toString() },
  );

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': MEDIA_TYPE },
  body: JSON.stringify(body),
});

/** An error in the form of a schema registry. */
const failure = (status: number, code: number, message: string): Answer =>
  json(status, { error_code: code, message });

const noSubject = (subject: string): Answer => failure(404, 40401, `Subject '${subject}' not found.`);

/** A registry leaves out the type of Avro, and an empty list of references. */
const shown = ({ schemaType = 'AVRO', references = [], ...rest }: Version): Version => ({
  ...rest,
  ...(schemaType !== 'AVRO' && { schemaType }),
  ...(references.length > 0 && { references }),
});

/** The schema in the body of a request, or an error. */
function schemaIn({ headers, body }: Received, fault: (words: string) => void): StoredSchema | Answer {
  if (headers['content-type'] !== MEDIA_TYPE) return failure(415, 415, 'HTTP 415 Unsupported Media Type');
  const read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as StoredSchema;
  const others = Object.keys(read).filter((name) => !MEMBERS.has(name));
  if (others.length > 0) fault(`unknown members: ${others.join(', ')}`);
  const { schema, schemaType = 'AVRO', references = [] } = read;
  if (typeof schema !== 'string') return failure(422, 42201, 'Empty schema');
  return { schema, schemaType, references };
}

/** White space and the order of members do not matter in Avro. */
const textOf = ({ schema, schemaType = 'AVRO' }: StoredSchema): string =>
  schemaType === 'AVRO' ? JSON.stringify(sorted(JSON.parse(schema))) : `${schemaType} ${schema.trim()}`;

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
};

const isSame = (one: StoredSchema, other: StoredSchema): boolean =>
  (one.schemaType ?? 'AVRO') === (other.schemaType ?? 'AVRO') && textOf(one) === textOf(other);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why a schema is none. */
function invalid(
  { schema, schemaType = 'AVRO', references = [] }: StoredSchema,
  subjects: ReadonlyMap<string, readonly Version[]>,
): string | undefined {
  const missing = references.find(
    ({ subject, version }) => subjects.get(subject)?.[version - 1] === undefined,
  );
  if (missing !== undefined) return `No schema reference found for subject "${missing.subject}"`;
  // The schemas that it refers to are not followed.
  if (references.length > 0) return undefined;
  try {
    if (schemaType === 'AVRO') avsc.Type.forSchema(JSON.parse(schema) as avsc.Schema);
    else if (schemaType === 'PROTOBUF') protobuf.parse(schema);
    else JSON.parse(schema);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Why a schema cannot read what an earlier one wrote. */
function incompatible(earlier: StoredSchema, later: StoredSchema): string | undefined {
  if ((earlier.schemaType ?? 'AVRO') !== (later.schemaType ?? 'AVRO')) return 'the schema type has changed';
  try {
    if (later.schemaType === 'PROTOBUF') return changedField(earlier.schema, later.schema);
    if (later.schemaType === 'JSON') return undefined;
    const [writer, reader] = [earlier, later].map(({ schema }) =>
      avsc.Type.forSchema(JSON.parse(schema) as avsc.Schema),
    );
    if (writer !== undefined) reader?.createResolver(writer);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** A field of the first message whose type has changed. */
function changedField(earlier: string, later: string): string | undefined {
  const fieldsOf = (text: string): readonly protobuf.Field[] => {
    const { root } = protobuf.parse(text, { keepCase: true });
    const messageIn = (space: protobuf.NamespaceBase): protobuf.Type | undefined =>
      space.nestedArray
        .map((each) =>
          each instanceof protobuf.Type
            ? each
            : each instanceof protobuf.Namespace
              ? messageIn(each)
              : undefined,
        )
        .find((each) => each !== undefined);
    return messageIn(root)?.fieldsArray ?? [];
  };
  const changed = fieldsOf(later).find(({ id, type }) =>
    fieldsOf(earlier).some((each) => each.id === id && each.type !== type),
  );
  return changed && `{errorType:"FIELD_SCALAR_KIND_CHANGED", path '#/Event/${changed.id}'}`;
}
