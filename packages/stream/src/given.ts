import { KEYS, type StreamKeys } from './config/keys.ts';
import { deliveryFlags } from './config/stream-flags.ts';
import { formatOf, objectOf, readValues, unknownKeys } from './config/section.ts';
import {
  issuesIn,
  issuesOf,
  messagesOf,
  placedText,
  type Issue,
  type CustomType,
  type Schema,
  loadData,
  loadZones,
  type SchemaIssue,
  parseSchema,
  type TimeSettings,
  isObject,
} from '@catbird/engine';
import { systemClock, systemRandom } from '@catbird/send';
import { readStream, type StreamReading, type StreamSettings } from './stream-settings.ts';

/**
 * A schema as a program writes it: an object whose fields are specs, or names of generator types for those without params. Also its
 * JSON text, or the `schema` that `parseSchema` returns.
 */
export type GivenSchema = string | Schema | Readonly<Record<string, unknown>>;

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
}

/** A stream as a program gives it, checked. */
export interface GivenStream extends StreamReading, Pick<StreamSettings, 'schema' | 'optionOf' | 'seed'> {
  readonly options: StreamKeys;
}

/**
 * Reads the schema and the options of a stream, and loads the data that its rows need.
 *
 * @param options keys of a stream in a config file; `undefined` counts as absent
 * @param known names of the caller's own options, for suggestions
 * @throws OptionsError with all mistakes
 */
export async function readGiven(
  given: GivenSchema,
  {
    seed = String(Math.floor(systemRandom() * 2 ** 32)),
    types = [],
    ...options
  }: Readonly<Record<string, unknown>> & Pick<RowOptions, 'types'>,
  known: readonly string[] = [],
): Promise<GivenStream> {
  const issues: Issue[] = [];
  const { delivery, faults, format, ...others } = options;
  const deliveryOptions = objectOf(delivery, 'delivery', issues);
  const present = Object.fromEntries(
    Object.entries(others)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value instanceof Date ? isoOf(value) : value]),
  );
  issues.push(
    ...(isSeed(seed) ? [] : issuesOf('seed must be a text or a number')),
    ...(Array.isArray(types)
      ? []
      : issuesOf('types must be a list of types, such as the default export of a package')),
    ...unknownKeys(present, [...Object.keys(KEYS.top), ...known], ''),
    ...unknownKeys(deliveryOptions, Object.keys(deliveryFlags), 'delivery.'),
  );
  const formatKey = formatOf(format, 'format', issues);
  const keys: StreamKeys = {
    ...readValues(present, KEYS.top, '', issues),
    ...readValues(deliveryOptions, deliveryFlags, 'delivery.', issues),
    ...(faults !== undefined && { faults }),
    ...(formatKey && { format: formatKey }),
  };
  await loadZones(keys.zone);
  const schema = schemaOf(given, Array.isArray(types) ? types : []);
  const optionOf = (option: string): string => (option in deliveryFlags ? `delivery.${option}` : option);
  const read = readStream(schema, { options: keys, optionOf, nowMs: systemClock.date() });
  if (!read.ok || issues.length > 0) throw mistakes([...issues, ...issuesIn(read)]);
  await loadData(schema);
  const { ok: _, ...reading } = read;
  return {
    ...reading,
    schema,
    seed: typeof seed === 'number' ? seed : String(seed),
    options: keys,
    optionOf,
  };
}

const isSeed = (seed: unknown): boolean =>
  typeof seed === 'string' || (typeof seed === 'number' && Number.isFinite(seed));

/** A time as settings have it. One that is no date stays so, which is an error. */
const isoOf = (date: Date): string => (Number.isNaN(date.getTime()) ? String(date) : date.toISOString());

/** @throws Error with its issues */
function schemaOf(given: GivenSchema, types: readonly CustomType[]): Schema {
  if (isSchema(given)) return given;
  if (typeof given !== 'string' && !isObject(given)) throw mistakes(issuesOf(NO_SCHEMA));
  const parsed = parseSchema(typeof given === 'string' ? given : JSON.stringify(given), {
    types,
  });
  if (!parsed.ok) throw mistakes(parsed.issues.filter(({ severity }) => severity === 'error').map(placed));
  return parsed.schema;
}

const NO_SCHEMA =
  'A schema must be an object, such as {"id": "string.uuid"}, its JSON text, or the schema of parseSchema';

const isSchema = (given: GivenSchema): given is Schema => isObject(given) && Array.isArray(given['fields']);

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
