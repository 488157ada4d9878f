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

/**
 * Reads the streams of a config file.
 *
 * @param set assignments that override values: `eps=500`
 */
export async function streamsIn(
  file: string,
  set: readonly string[],
  terminal: Terminal,
): Promise<Result<Streams, CommandIssue>> {
  const config = await loadConfig(file, terminal);
  if (!config.ok) return ofConfig(config);
  let { value } = config;
  for (const assignment of set) {
    value = withValue(value, assignment);
    if (value === undefined) return invalid(`Invalid --set ${assignment}. Use PATH=VALUE`);
  }
  const reading = readConfig(value, file, terminal.env, config.text);
  if (!reading.ok) return ofConfig(reading);
  const shared = reading.entities && (await readEntities(reading.entities));
  if (shared?.ok === false) return shared;
  const formats = await Promise.all(reading.streams.map(async (spec) => formatIn(spec, dirname(file))));
  const issues = issuesIn(...formats);
  if (issues.length > 0) return ofConfig({ issues });
  const hidden = hiddenValues(variablesIn(value).map((name) => terminal.env[name] ?? ''));
  const streams = reading.streams.map((spec, i) => ({
    ...spec,
    options: { ...spec.options, ...keyOf(formats[i]) },
    hidden,
    ...(shared && { entities: shared.entities }),
  }));
  const { verify } = isObject(value) ? value : {};
  return { ok: true, streams, onStreamFailure: reading.onStreamFailure, verify };
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
