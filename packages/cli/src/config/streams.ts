import { ofKind, type CommandIssue, type Refused } from '../refusal.ts';
import { invalid, issuesIn, type Result, jsonOrText, isObject } from '@catbird/engine';
import { hiddenValues, variablesIn, settingNames } from '@catbird/stream';
import { dirname, isAbsolute, join } from 'node:path';
import { withFiles, type FormatKeyReading } from '../flags/format.ts';
import { readEntities, readSchema, type EntitiesSource } from '../schema/read-schema.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { loadTypes } from '../types/package.ts';
import { loadConfig, readConfig } from './read-config.ts';

/** The streams of a config file. */
export interface Streams {
  /** With the entities that they share. */
  readonly streams: readonly StreamSpec[];
  readonly onStreamFailure: 'stop' | 'continue';
  /** The section `verify`. Undefined: there is none. */
  readonly verify: unknown;
}

/** The streams of a config file as far as they can be read. */
export interface FoundStreams extends Streams {
  /** All that is wrong with the rest. */
  readonly issues: readonly CommandIssue[];
  /** What the file holds. */
  readonly value: unknown;
  readonly text: string;
  /** What the command line puts in place of values in the file. */
  readonly set: readonly string[];
  /** Whether all entities that the streams share could be read. */
  readonly hasEntities: boolean;
}

/** What the command line says besides the path of a config. */
export interface BesideConfig {
  /** Assignments that override values: `eps=500`. Default: none. */
  readonly set?: readonly string[] | undefined;
  /** Packages of types, besides those that the config names. Default: none. */
  readonly types?: readonly string[] | undefined;
  /** Whether standard error has lines of JSON. Default: it is for people. */
  readonly json?: boolean | undefined;
}

/** Reads what can be read of a config file, and says what cannot. */
export async function findStreams(
  file: string,
  { set = [], types, json }: BesideConfig,
  terminal: Terminal,
): Promise<Result<FoundStreams, CommandIssue>> {
  const config = await loadConfig(file, terminal);
  if (!config.ok) return (await syntaxIssues(file, terminal)) ?? ofConfig(config);
  let { value } = config;
  for (const assignment of set) {
    value = withValue(value, assignment);
    if (value === undefined) return invalid(`Invalid --set ${assignment}. Use PATH=VALUE`);
  }
  const reading = readConfig(value, file, terminal.env, config.text);
  const read = reading.ok ? reading : reading.partly;
  if (read === undefined) return ofConfig({ issues: [...config.issues, ...issuesIn(reading)] });
  const shared = await sharedBy(file, read, { types, json }, terminal);
  const formats = await Promise.all(read.streams.map(async (spec) => formatIn(spec, dirname(file))));
  const issues = [
    ...ofKind('config', [...config.issues, ...issuesIn(reading, ...formats)]),
    ...shared.issues,
  ];
  const hidden = hiddenValues(variablesIn(value).map((name) => terminal.env[name] ?? ''));
  // Without its types, every schema would have further issues.
  const streams = (shared.hasTypes ? read.streams : []).map((spec, i) => ({
    ...spec,
    options: { ...spec.options, ...keyOf(formats[i]) },
    hidden,
    ...shared.given,
  }));
  const { verify } = isObject(value) ? value : {};
  const { onStreamFailure } = read;
  const { hasEntities } = shared;
  const text = config.text;
  return { ok: true, streams, onStreamFailure, verify, issues, value, text, set, hasEntities };
}

/** What all schemas of a config may use: packages of types, and entities, which may use these. */
async function sharedBy(
  file: string,
  read: { readonly types: readonly string[]; readonly entities: EntitiesSource | undefined },
  { types: more = [], json = false }: BesideConfig,
  terminal: Terminal,
): Promise<Shared> {
  const named = [
    { names: read.types, folder: dirname(file), option: 'types' },
    { names: more, folder: '.', option: '--types' },
  ];
  const loaded = await loadTypes(named, terminal, json);
  if (!loaded.ok) return { issues: loaded.issues, given: {}, hasTypes: false, hasEntities: false };
  const { types } = loaded;
  const { entities: entitiesSource } = read;
  if (entitiesSource === undefined)
    return { issues: [], given: { types }, hasTypes: true, hasEntities: true };
  const given = { types, entitiesSource };
  const shared = await readEntities(entitiesSource, types);
  return shared.ok
    ? { issues: [], given: { ...given, entities: shared.entities }, hasTypes: true, hasEntities: true }
    : { issues: shared.issues, given, hasTypes: true, hasEntities: false };
}

/** What the schemas of a config share, as far as it can be read. */
interface Shared extends Pick<FoundStreams, 'issues' | 'hasEntities'> {
  readonly given: Pick<StreamSpec, 'types' | 'entities' | 'entitiesSource'>;
  readonly hasTypes: boolean;
}

/** What is wrong with the syntax of a file, with its place; undefined if it cannot be read. */
async function syntaxIssues(file: string, terminal: Terminal): Promise<Refused | undefined> {
  const read = await readSchema({ file }, terminal);
  const issues = read.ok ? [] : read.issues.filter(({ code }) => code === 'json' || code === 'yaml');
  return issues.length > 0
    ? { ok: false, issues: issues.map((issue) => ({ ...issue, kind: 'config' })) }
    : undefined;
}

const ofConfig = ({ issues }: Pick<Refused, 'issues'>): Refused => ({
  ok: false,
  issues: ofKind('config', issues),
});

/** The format of a stream, with the texts of the files that it names. */
const formatIn = (
  { options: { format }, optionOf }: StreamSpec,
  folder: string,
): Promise<FormatKeyReading> | FormatKeyReading =>
  format === undefined
    ? { ok: true, key: undefined }
    : withFiles(format, (path) => (isAbsolute(path) ? path : join(folder, path)), settingNames(optionOf));

const keyOf = (reading: FormatKeyReading | undefined): Pick<StreamSpec['options'], 'format'> =>
  reading?.ok === true && reading.key !== undefined ? { format: reading.key } : {};

/**
 * Replaces one value of a config, for `--set settings.token=abc`. The value is parsed as JSON if possible, else it is a string.
 *
 * @returns undefined if the text is not an assignment, or its path leads through something other than an object
 */
function withValue(config: unknown, assignment: string): unknown {
  const [, path, text = ''] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
  return path === undefined ? undefined : replaced(config, path.split('.'), jsonOrText(text));
}

function replaced(config: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return undefined;
  const entries = new Map<string, unknown>(Object.entries(config));
  const inner = replaced(entries.get(key) ?? {}, rest, value);
  return inner === undefined ? undefined : Object.fromEntries(entries.set(key, inner));
}
