import { invalid, isObject, type Result, jsonOf } from '@catbird/engine';
import {
  type DeliveryError,
  type Http,
  type HttpResponse,
  base64,
  isHtml,
  isSuccess,
  kindOfStatus,
  member,
  oneLine,
  refusal,
  type Refusal,
} from '@catbird/send';

/** A schema that another one refers to by this name: the full name of an Avro type, or the path of a Protobuf import. */
export interface NamedSchema {
  readonly name: string;
  readonly text: string;
}

/** A schema in a registry. */
export interface RegistrySchema {
  /** As in the registry: JSON for Avro, a `.proto` file for Protobuf. */
  readonly text: string;
  /** The schemas that it refers to, and those that these refer to. Those that others refer to come first. */
  readonly references: readonly NamedSchema[];
}

/** The schema of rows in a registry. */
export interface Registered {
  /** Each row begins with it. From 1 to 2³¹ − 1. */
  readonly id: number;
  /** The schema that rows must fit. Absent: the one that the format makes, or that its settings give, has this id. */
  readonly schema?: RegistrySchema;
}

/** The kinds of schemas, as registries name them. */
export type SchemaType = 'AVRO' | 'PROTOBUF' | 'JSON';

/** Where a schema registry is, and the credentials for it. */
export interface RegistryAddress {
  /** Without a trailing slash: `https://registry.example.com`. */
  readonly url: string;
  /** For basic authentication, with `password`. */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** For bearer authentication. */
  readonly token?: string | undefined;
}

/** How a registry is reached. */
export interface RegistryAccess {
  readonly http: Http;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A schema that a registry knows, with its id. */
export interface FoundSchema extends RegistrySchema {
  readonly id: number;
  readonly type: string;
  /** Its version in the subject, if it was looked up there. */
  readonly version?: number | undefined;
}

/** A schema to register or to look up. */
interface OwnSchema {
  readonly type: SchemaType;
  readonly text: string;
}

/**
 * A schema registry, by the API of Confluent, which Redpanda, Karapace and Apicurio have, too.
 * https://docs.confluent.io/platform/current/schema-registry/develop/api.html
 *
 * All methods throw a `DeliveryError` if the registry cannot be reached, is at fault, refuses the credentials, or answers with something
 * else than the API says.
 */
export interface Registry {
  /** The newest version of a subject; undefined: the registry has no such subject. */
  latest(subject: string): Promise<FoundSchema | undefined>;
  /** The schema with an id; undefined: the registry has none. */
  byId(id: number): Promise<FoundSchema | undefined>;
  /** The id of exactly this schema in a subject; undefined: it is not there. */
  idOf(subject: string, schema: OwnSchema): Promise<number | undefined>;
  /** Adds a schema to a subject, unless the subject has it. Its id, or why the registry refuses it, in its own words. */
  register(subject: string, schema: OwnSchema): Promise<Result<{ readonly id: number }>>;
}

const MEDIA_TYPE = 'application/vnd.schemaregistry.v1+json';
/** Schemas are large texts in JSON. */
const ANSWER_BYTES = 16 * 2 ** 20;
/** Schemas that one refers to, over any number of others. */
const MOST_REFERENCES = 500;
const MOST_ID = 2 ** 31 - 1;

/** A client of a registry. It does not retry. */
export function newRegistry(address: RegistryAddress, access: RegistryAccess): Registry {
  const ask = asking(address, access);
  const schemaIn = async (answer: Answer, id: unknown): Promise<FoundSchema> => {
    const { schema, schemaType = 'AVRO', version } = answer.body;
    if (typeof schema !== 'string' || typeof schemaType !== 'string' || !isId(id))
      throw answer.nonsense('a schema with its id');
    const references = await referencesOf(answer, ask, new Map());
    return { id, type: schemaType, text: schema, references, version: isId(version) ? version : undefined };
  };
  const idIn = (answer: Answer): number => {
    const { id } = answer.body;
    if (!isId(id)) throw answer.nonsense('the id of a schema');
    return id;
  };
  return {
    async latest(subject) {
      const answer = await ask('GET', `/subjects/${encodeURIComponent(subject)}/versions/latest`);
      return answer.isMissing ? undefined : schemaIn(answer, answer.body['id']);
    },
    async byId(id) {
      const answer = await ask('GET', `/schemas/ids/${id}`);
      return answer.isMissing ? undefined : schemaIn(answer, id);
    },
    async idOf(subject, schema) {
      const answer = await ask('POST', `/subjects/${encodeURIComponent(subject)}`, bodyOf(schema));
      return answer.isMissing ? undefined : idIn(answer);
    },
    async register(subject, schema) {
      const path = `/subjects/${encodeURIComponent(subject)}/versions`;
      const answer = await ask('POST', path, bodyOf(schema), [409, 422]);
      return answer.refusal === undefined ? { ok: true, id: idIn(answer) } : invalid(answer.refusal);
    },
  };
}

const isId = (id: unknown): id is number => Number.isInteger(id) && Number(id) > 0 && Number(id) <= MOST_ID;

const bodyOf = ({ type, text }: OwnSchema): string =>
  // Avro is the only kind that old registries know.
  JSON.stringify({ schema: text, ...(type !== 'AVRO' && { schemaType: type }) });

/** What a registry answered. */
interface Answer {
  readonly body: Readonly<Record<string, unknown>>;
  /** The registry says that it has no such schema or subject. */
  readonly isMissing: boolean;
  /** Why it refuses a schema, if that was allowed for. */
  readonly refusal: string | undefined;
  /** The error for a body that lacks something. */
  nonsense(missing: string): DeliveryError;
}

type Ask = (
  method: 'GET' | 'POST',
  path: string,
  body?: string,
  refusals?: readonly number[],
) => Promise<Answer>;

function asking(
  { url, user, password = '', token }: RegistryAddress,
  { http, signal, now }: RegistryAccess,
): Ask {
  const basic = user === undefined ? undefined : `${user}:${password}`;
  const authorization = basic === undefined ? token && `Bearer ${token}` : `Basic ${base64(basic)}`;
  const secrets = [password, basic ?? '', token ?? ''];
  const service = `The schema registry ${new URL(url).host}`;
  return async (method, path, body, refusals = []) => {
    const response = await http({
      method,
      url: `${url}${path}`,
      headers: {
        accept: `${MEDIA_TYPE}, application/json`,
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': MEDIA_TYPE }),
      },
      ...(body !== undefined && { body }),
      answerBytes: ANSWER_BYTES,
      signal,
    });
    return answerIn(response, refusals, { service, secrets, now: now() });
  };
}

type Known = Pick<Refusal, 'service' | 'secrets' | 'now'>;

/** @throws DeliveryError for a failure of the registry, or a refusal other than those that are expected */
function answerIn(response: HttpResponse, refusals: readonly number[], known: Known): Answer {
  const body = jsonOf(response.text);
  const { code, words } = errorIn(response, body);
  const isMissing = response.status === 404 && code !== undefined && NOT_FOUND.has(code);
  const isRefused = refusals.includes(response.status);
  if (!isSuccess(response) && !isMissing && !isRefused)
    throw refusal(response, {
      ...known,
      kind: kindOfStatus(response.status),
      code: code === response.status ? undefined : code?.toString(),
      words,
      hint: hintFor(response),
    });
  return {
    body: isObject(body) ? body : {},
    isMissing,
    refusal: isRefused ? `${response.status}: ${oneLine(words, known.secrets, MOST_WORDS)}` : undefined,
    nonsense: (missing) =>
      refusal(response, {
        ...known,
        kind: 'not-found',
        words: `not ${missing} but ${oneLine(response.text, known.secrets, MOST_QUOTE) || 'nothing'}`,
        hint: ADDRESS,
      }),
  };
}

/** Codes for a subject, a version and a schema that the registry does not have. Others come with a path that it does not have. */
const NOT_FOUND: ReadonlySet<number> = new Set([40401, 40402, 40403]);

function errorIn(
  response: HttpResponse,
  body: unknown,
): { readonly code: number | undefined; readonly words: string } {
  const [code, message] = [member(body, 'error_code'), member(body, 'message')];
  return {
    code: typeof code === 'number' ? code : undefined,
    words: typeof message === 'string' ? message : isHtml(response) ? 'a web page' : response.text,
  };
}

const MOST_QUOTE = 200;
/** Incompatible schemas are explained at length. */
const MOST_WORDS = 2000;

const ADDRESS = 'Check the address: it must be that of a schema registry, such as http://localhost:8081.';

function hintFor(response: HttpResponse): string | undefined {
  const kind = kindOfStatus(response.status);
  if (kind === 'auth') return 'Check the credentials of the registry, and what they are allowed to do.';
  return kind === 'not-found' ? ADDRESS : undefined;
}

/** The schemas that an answer's schema refers to, the innermost first. */
async function referencesOf(
  answer: Answer,
  ask: Ask,
  found: Map<string, NamedSchema | undefined>,
): Promise<readonly NamedSchema[]> {
  const { references = [] } = answer.body;
  if (!Array.isArray(references)) throw answer.nonsense('a list of references');
  for (const reference of references as readonly unknown[]) {
    const [name, subject] = [member(reference, 'name'), member(reference, 'subject')];
    const version = member(reference, 'version');
    if (typeof name !== 'string' || typeof subject !== 'string' || !isId(version))
      throw answer.nonsense('references that have a name, a subject and a version');
    if (found.has(name) || found.size >= MOST_REFERENCES) continue;
    // In case it refers to itself.
    found.set(name, undefined);
    const next = await ask('GET', `/subjects/${encodeURIComponent(subject)}/versions/${version}`);
    const { schema: text } = next.body;
    if (typeof text !== 'string') throw next.nonsense(`the schema ${name}`);
    await referencesOf(next, ask, found);
    // Behind those that it refers to.
    found.delete(name);
    found.set(name, { name, text });
  }
  return [...found.values()].filter((each) => each !== undefined);
}
