import { ofKind, type CommandIssue, type Refused } from '../refusal.ts';
import { invalid, issuesIn, type Result } from '@catbird/core/internal/issue';
import { hiddenValues, variablesIn } from '@catbird/core/internal/config';
import { settingNames } from '@catbird/core/internal/engine';
import { dirname, isAbsolute, join } from 'node:path';
import { withFiles, type FormatKeyReading } from '../flags/format.ts';
import { readEntities } from '../schema/read.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { loadConfig, readConfig } from './read.ts';

/** The streams of a config file. */
interface Streams {
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
  /** Whether all entities that the streams share could be read. */
  readonly hasEntities: boolean;
}

/** Reads the streams of a config file. @param set assignments that override values: `eps=500` */
export async function streamsIn(
  file: string,
  set: readonly string[],
  terminal: Terminal,
): Promise<Result<Streams, CommandIssue>> {
  const found = await findStreams(file, set, terminal);
  return found.ok && found.issues.length > 0 ? { ok: false, issues: found.issues } : found;
}

/** Reads what can be read of a config file, and says what cannot. */
export async function findStreams(
  file: string,
  set: readonly string[],
  terminal: Terminal,
): Promise<Result<FoundStreams, CommandIssue>> {
  const config = await loadConfig(file, terminal);
  if (!config.ok) return ofConfig(config);
  let { value } = config;
  for (const assignment of set) {
    value = withValue(value, assignment);
    if (value === undefined) return invalid(`Invalid --set ${assignment}. Use PATH=VALUE`);
  }
  const reading = readConfig(value, file, terminal.env, config.text);
  const read = reading.ok ? reading : reading.partly;
  if (read === undefined) return ofConfig({ issues: issuesIn(reading) });
  const shared = read.entities && (await readEntities(read.entities));
  const formats = await Promise.all(read.streams.map(async (spec) => formatIn(spec, dirname(file))));
  const issues = [
    ...ofKind('config', issuesIn(reading, ...formats)),
    ...(shared === undefined ? [] : issuesIn(shared)),
  ];
  const hidden = hiddenValues(variablesIn(value).map((name) => terminal.env[name] ?? ''));
  const streams = read.streams.map((spec, i) => ({
    ...spec,
    options: { ...spec.options, ...keyOf(formats[i]) },
    hidden,
    ...(shared?.ok === true && { entities: shared.entities }),
    ...(read.entities && { entitiesSource: read.entities }),
  }));
  const { verify } = isObject(value) ? value : {};
  const { onStreamFailure } = read;
  const hasEntities = shared?.ok !== false;
  return { ok: true, streams, onStreamFailure, verify, issues, value, text: config.text, hasEntities };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

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
  return path === undefined ? undefined : replaced(config, path.split('.'), valueOf(text));
}

function replaced(config: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return undefined;
  const entries = new Map<string, unknown>(Object.entries(config));
  const inner = replaced(entries.get(key) ?? {}, rest, value);
  return inner === undefined ? undefined : Object.fromEntries(entries.set(key, inner));
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
