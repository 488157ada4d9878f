import {
  invalid,
  prefixed,
  type Issue,
  suggestion,
  parseFaults,
  type Reading as ValueReading,
  isObject,
} from '@catbird/engine';
import { commandMeant, serviceAdvice } from './named.ts';
import type { Catalogue, ConfigDestination, EntitiesSource, SchemaSource, TextSource } from './spec.ts';
import { expand, variablesIn } from './expand.ts';
import { faultIssues } from './faults.ts';
import type { Flag, Flags } from './flag.ts';
import { KEYS, type FormatKey, type StreamKeys } from './keys.ts';

/** An object of a config file. */
export type Mapping = Readonly<Record<string, unknown>>;

/** A config file that is being read. */
export interface Reading<Known extends ConfigDestination = ConfigDestination> {
  /** Its path. */
  readonly file: string;
  /** The folder of the files that it names. */
  readonly folder: string;
  /** The path of a file that it names. */
  readonly pathOf: (name: string) => string;
  /** Its text, for the places of issues. Absent: unknown. */
  readonly text?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly catalogue: Catalogue<Known>;
  /** Receives all that are found. */
  readonly issues: Issue[];
}

/** A stream, or the defaults of several streams. */
export interface Section<Known extends ConfigDestination> {
  /** Undefined if missing or unknown. */
  readonly destination: Known | undefined;
  readonly settings: Mapping;
  readonly source: SchemaSource | undefined;
  readonly options: StreamKeys;
}

/**
 * Reads destination, settings, schema and options.
 *
 * @param prefix of keys in messages: `streams.orders.`
 */
export function readSection<Known extends ConfigDestination>(
  given: Mapping,
  prefix: string,
  reading: Reading<Known>,
): Section<Known> {
  const { env, issues } = reading;
  const delivery = objectOf(given['delivery'], `${prefix}delivery`, issues);
  const thresholds = objectOf(given['thresholds'], `${prefix}thresholds`, issues);
  issues.push(
    ...unknownKeys(delivery, Object.keys(KEYS.delivery), `${prefix}delivery.`),
    ...unknownKeys(thresholds, Object.keys(KEYS.thresholds), `${prefix}thresholds.`),
  );
  const faults = objectOf(given['faults'], `${prefix}faults`, issues);
  const faulty = parseFaults(faults);
  if (!faulty.ok) issues.push(...faultIssues(faulty.issues, `${prefix}faults.`));
  const format = formatOf(given['format'], `${prefix}format`, issues);
  const options: StreamKeys = {
    ...readValues(given, KEYS.top, prefix, issues),
    ...readValues(given, KEYS.recording, prefix, issues),
    ...readValues(delivery, KEYS.delivery, `${prefix}delivery.`, issues),
    ...readValues(thresholds, KEYS.thresholds, `${prefix}thresholds.`, issues),
    // Their issues are reported above.
    ...('faults' in given && faulty.ok ? { faults } : {}),
    ...(format && { format: expand(format, `${prefix}format`, env, issues) }),
  };
  return {
    destination: destinationOf(given['destination'], prefix, reading),
    settings: expand(
      objectOf(given['settings'], `${prefix}settings`, issues),
      `${prefix}settings`,
      env,
      issues,
    ),
    source: schemaSource(given, options.template, prefix, reading),
    options,
  };
}

/** A value that must be an object, if it is set. */
export function objectOf(value: unknown, name: string, issues: Issue[]): Mapping {
  if (value === undefined || isObject(value)) return value ?? {};
  issues.push({ message: `${name} must be an object` });
  return {};
}

/** An issue for each unknown key. @param renamed the present names of earlier ones */
export function unknownKeys(
  given: Mapping,
  known: readonly string[],
  prefix: string,
  renamed: Readonly<Record<string, string>> = {},
): readonly Issue[] {
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  const issues = unknown.slice(0, MAX_UNKNOWN).map((key) => {
    const section = SECTIONS.find((each) => known.includes(each) && key in KEYS[each]);
    const near = section === undefined ? suggestion(key, known) : `${section}.${key}`;
    const valid =
      known.length === 0 ? `${prefix.slice(0, -1)} has no keys` : `Valid keys: ${known.join(', ')}`;
    const now = Object.hasOwn(renamed, key) ? renamed[key] : undefined;
    const hint = now !== undefined ? `Use ${now}` : near === undefined ? valid : `Did you mean ${near}?`;
    return { message: `Unknown key ${prefix}${shortened(key)}. ${hint}` };
  });
  const more = unknown.length - issues.length;
  return more > 0 ? [...issues, { message: `${more.toLocaleString('en')} more unknown keys` }] : issues;
}

/** Keys whose own keys people write beside them. */
const SECTIONS = ['delivery', 'thresholds'] as const;

/** Maximum number of unknown keys to report for one object. More of them mean that it is a different file. */
const MAX_UNKNOWN = 20;

/** A name, shortened for a sentence. */
const shortened = (name: string): string => (name.length > 200 ? `${name.slice(0, 200)}…` : name);

/** Reads values with the flags of the same names. */
export function readValues(given: Mapping, flags: Flags, prefix: string, issues: Issue[]): Mapping {
  const values = Object.entries(flags).flatMap(([name, flag]) => {
    const value = given[name];
    if (value === undefined) return [];
    const reading = flag.readConfig?.(value) ?? readPlain(value, flag);
    if (reading.ok) return [[name, reading.value] as const];
    // People expect variables everywhere.
    const hint =
      variablesIn(value).length === 0
        ? ''
        : `. Variables are replaced in settings only: use --set ${prefix}${name}=VALUE`;
    const found = prefixed(`${prefix}${name} `, reading.issues);
    issues.push(...found.map((issue) => ({ ...issue, message: `${issue.message}${hint}` })));
    return [];
  });
  return Object.fromEntries(values);
}

function readPlain(value: unknown, flag: Flag): ValueReading<unknown> {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? flag.read(String(value)) : invalid('must be a string or a number');
}

/** The format: a name, or an object with a name and settings. */
export function formatOf(value: unknown, name: string, issues: Issue[]): FormatKey | undefined {
  const given = typeof value === 'string' ? { name: value } : value;
  if (isFormat(given)) return given;
  if (value !== undefined)
    issues.push({ message: `${name} must be a name, such as "csv", or an object with a name and settings` });
  return undefined;
}

const isFormat = (value: unknown): value is FormatKey => isObject(value) && typeof value['name'] === 'string';

/** The issue of a missing destination. */
export const missingDestination = (prefix: string, catalogue: Catalogue<ConfigDestination>): Issue => ({
  message: `${prefix}destination is missing. Valid destinations: ${commandsOf(catalogue).join(', ')}`,
});

const commandsOf = ({ destinations }: Catalogue<ConfigDestination>): string[] =>
  destinations.map(({ command }) => command);

/** The entities of a config. */
export function entitiesSource(entities: unknown, reading: Reading): EntitiesSource | undefined {
  if (isObject(entities)) return textSource(entities, ['entities'], reading);
  if (typeof entities === 'string') return { file: reading.pathOf(entities) };
  if (entities !== undefined)
    reading.issues.push({ message: 'entities must be an object or the path of a file' });
  return undefined;
}

function destinationOf<Known extends ConfigDestination>(
  name: unknown,
  prefix: string,
  { catalogue, issues }: Reading<Known>,
): Known | undefined {
  if (name === undefined) return undefined;
  const found = catalogue.destinations.find((each) => each.command === name || each.name === name);
  if (found !== undefined) return found;
  const commands = commandsOf(catalogue);
  if (typeof name !== 'string') {
    const example = nameIn(name, commands) ?? 'log';
    issues.push({
      message: `${prefix}destination must be a name, such as "${example}". Its settings belong under settings`,
    });
    return undefined;
  }
  const advice = serviceAdvice(name);
  const near = advice === undefined ? commandMeant(name, commands) : undefined;
  const valid = `Valid destinations: ${commands.join(', ')}`;
  const hint =
    near === undefined
      ? [advice, valid].filter((each) => each !== undefined).join(' ')
      : `Did you mean ${near}?`;
  const place = prefix === '' ? '' : `${prefix}destination: `;
  issues.push({ message: `${place}Unknown destination ${JSON.stringify(name)}. ${hint}` });
  return undefined;
}

/** The destination that an object is about: `{"type": "kafka"}` or `{"kafka": {…}}`. */
const nameIn = (value: unknown, commands: readonly string[]): string | undefined =>
  isObject(value) ? commands.find((each) => each in value || value['type'] === each) : undefined;

function schemaSource(
  { schema, entity, replay }: Mapping,
  template: string | undefined,
  prefix: string,
  reading: Reading,
): SchemaSource | undefined {
  const { issues } = reading;
  const given = Object.entries({ entity, replay, template, schema }).filter(
    ([, value]) => value !== undefined,
  );
  const [first, second] = given.map(([name]) => name);
  if (second !== undefined) {
    const use = prefix === '' ? 'Use' : `${prefix.slice(0, -1)}: use`;
    issues.push({ message: `${use} either ${first} or ${second}, not both` });
  }
  if (typeof replay === 'string') return { replay: fileOf(replay, reading) };
  if (replay !== undefined) issues.push({ message: `${prefix}replay must be the path of a recording` });
  if (typeof entity === 'string') return { entity };
  if (entity !== undefined) issues.push({ message: `${prefix}entity must be the name of an entity` });
  if (schema !== undefined) return givenSchema(schema, prefix, reading);
  return template === undefined ? undefined : { template };
}

function givenSchema(schema: unknown, prefix: string, reading: Reading): SchemaSource | undefined {
  if (isObject(schema)) return textSource(schema, [...prefix.split('.').slice(0, -1), 'schema'], reading);
  if (typeof schema === 'string') return { file: fileOf(schema, reading) };
  reading.issues.push({ message: `${prefix}schema must be an object or the path of a file` });
  return undefined;
}

/** The path of a file that a config names; `-` is standard input. */
const fileOf = (name: string, { pathOf }: Reading): string => (name === '-' ? name : pathOf(name));

/** A part of a config as a text of its own. @param path keys to the part */
function textSource(value: Mapping, path: readonly string[], { file, folder, text }: Reading): TextSource {
  return {
    text: JSON.stringify(value, null, 2),
    name: `${file}: ${path.join('.')}`,
    folder,
    ...(text !== undefined && { origin: { file: file === '-' ? 'standard input' : file, text, path } }),
  };
}
