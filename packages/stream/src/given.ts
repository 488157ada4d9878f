import {
  issuesOf,
  messagesOf,
  placedText,
  type Issue,
  type CustomType,
  type Incident,
  type Schema,
  isObject,
  loadData,
  loadSchema,
  type SchemaIssue,
  type TimeSettings,
} from '@catbird/engine';
import { systemRandom } from '@catbird/send';
import type { StandardJsonSchema } from './row.ts';

/**
 * A schema as a program writes it: an object whose fields are specs, or names of generator types for those without params. Also its
 * JSON text, or the `schema` that `parseSchema` returns, or a schema of a library that offers Standard JSON Schema.
 */
export type GivenSchema = string | Schema | StandardJsonSchema | Readonly<Record<string, unknown>>;

/** What determines rows and their times, as in a config file. */
export interface RowOptions extends Omit<TimeSettings, 'from' | 'to'> {
  /** Time of the first event: an instant, `now` (the default) or a time from now such as `-30d`. */
  readonly from?: string | Date;
  /** End of the event times, exclusive: an instant or a time from now such as `+10m`. Default: none. */
  readonly to?: string | Date;
  /** The same seed gives the same rows. Default: random. */
  readonly seed?: number | string;
  /** Events per second: the distance of event times. Default 1. */
  readonly eps?: number | 'max';
  /** Generator types that the schema uses besides those of Catbird, such as the default export of a package of types. */
  readonly types?: readonly CustomType[];
  /** Takes what rows do not keep of a schema of another library, a sentence each. Default: that is an error. */
  readonly onNote?: (note: string) => void;
  /** Incidents as in a config of one stream: a list. They need event times. Default: none. */
  readonly incidents?: unknown;
}

/** The seed of those who give none. */
export const newSeed = (): string => String(Math.floor(systemRandom() * 2 ** 32));

/** Whether a value can be a seed. */
export const isSeed = (seed: unknown): boolean =>
  typeof seed === 'string' || (typeof seed === 'number' && Number.isFinite(seed));

/** Whether an option can be a number of rows. `Infinity` is the default of the count. */
export const isCount = (value: number): boolean =>
  value === Infinity || (Number.isSafeInteger(value) && value >= 0);

/** Reads a schema, and loads the types and the data that its rows need. @throws OptionsError with all its mistakes */
export async function schemaOf(
  given: GivenSchema,
  {
    types = [],
    onNote,
    incidents: listed,
    zone,
  }: Pick<RowOptions, 'types' | 'incidents'> & {
    readonly onNote?: RowOptions['onNote'] | undefined;
    readonly zone?: string | undefined;
  } = {},
): Promise<Schema> {
  const parse = async (incidents?: readonly Incident[]): Promise<Schema> =>
    isStandard(given) ? standardSchema(given, onNote) : parsedSchema(given, types, incidents);
  const schema = listed === undefined ? await parse() : await incidentSchema(listed, zone, parse);
  await loadData(schema);
  return schema;
}

/** A schema with incidents. @throws OptionsError with all mistakes of these */
async function incidentSchema(
  listed: unknown,
  zone: string | undefined,
  parse: (incidents: readonly Incident[]) => Promise<Schema>,
): Promise<Schema> {
  const { parseIncidents, withIncidents } = await import('./given-incidents.ts');
  const read = parseIncidents(listed);
  if (!read.ok) throw mistakes(read.issues);
  const made = withIncidents(await parse(read.incidents), read.incidents, { name: '', zone });
  if (!made.ok) throw mistakes(made.issues);
  return made.schema;
}

async function parsedSchema(
  given: Exclude<GivenSchema, StandardJsonSchema>,
  types: readonly CustomType[],
  incidents: readonly Incident[] = [],
): Promise<Schema> {
  if (isSchema(given)) return given;
  if (typeof given !== 'string' && !isObject(given)) throw mistakes(issuesOf(NO_SCHEMA));
  const parsed = await loadSchema(typeof given === 'string' ? given : JSON.stringify(given), {
    types,
    incidents,
  });
  if (!parsed.ok) throw mistakes(parsed.issues.filter(({ severity }) => severity === 'error').map(placed));
  return parsed.schema;
}

/** Schemas of some libraries are functions. A library that has its JSON Schema elsewhere is one, too. */
const isStandard = (given: GivenSchema): given is StandardJsonSchema =>
  (typeof given === 'object' || typeof given === 'function') && given !== null && '~standard' in given;

/** The reader of JSON Schemas loads with the first of these schemas. */
async function standardSchema(given: StandardJsonSchema, onNote: RowOptions['onNote']): Promise<Schema> {
  const { readStandard } = await import('./standard-schema.ts');
  const read = await readStandard(given);
  if (!read.ok) throw mistakes(read.issues);
  const { schema, notes } = read;
  if (onNote === undefined && notes.length > 0)
    throw mistakes([...notes.map((message) => ({ message })), ...issuesOf(UNKEPT)]);
  for (const note of notes) onNote?.(note);
  return schema;
}

const UNKEPT = 'Rows would not keep this. Change the schema, or pass onNote to have it reported and go on';

const NO_SCHEMA =
  'A schema must be an object, such as {"id": "string.uuid"}, its JSON text, or the schema of parseSchema';

const isSchema = (given: Exclude<GivenSchema, StandardJsonSchema>): given is Schema =>
  isObject(given) && Array.isArray(given['fields']);

const placed = (issue: SchemaIssue): Issue => ({
  message: [placedText(issue), ...(issue.hint === undefined ? [] : [issue.hint])].join('. '),
});

/** Options that cannot be used. Its message has a line for each mistake. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
  /** All mistakes. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(messagesOf(issues).join('\n'));
    this.issues = issues;
  }
}

/** The error of wrong options. */
export const mistakes = (issues: readonly Issue[]): OptionsError => new OptionsError(issues);
