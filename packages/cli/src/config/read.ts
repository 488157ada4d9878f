import type { Destination } from '@catbird/core';
import { settingFlags } from '../destinations/settings.ts';
import { inLine } from '../printable.ts';
import { environmentText } from '../flags/read.ts';
import type { Flags } from '../flags/flag.ts';
import { sourceOf, type EntitiesSource } from '../schema/read.ts';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import { COMMON, STREAM_KEYS, STREAM_NAME } from './keys.ts';
import { readStartAfter, startAfterProblems } from './start-after.ts';
import {
  entitiesSource,
  missingDestination,
  objectOf,
  readPart,
  readValues,
  unknownKeys,
  type Mapping,
  type Part,
  type Reading,
} from './part.ts';

/** The streams of a config file, or a line for each problem. */
export type ConfigReading =
  | {
      readonly ok: true;
      /** One stream without a name, or all in `streams`. */
      readonly streams: readonly StreamSpec[];
      /** The entities that their schemas share. */
      readonly entities: EntitiesSource | undefined;
      readonly onStreamFailure: 'stop' | 'continue';
    }
  | { readonly ok: false; readonly lines: readonly string[] };

/**
 * Reads a config. Reports all problems at once.
 *
 * @param file its path, the base of relative paths
 * @param text that it was parsed from, for the places of issues. Default: unknown
 */
export function readConfig(config: unknown, file: string, env: Reading['env'], text?: string): ConfigReading {
  const lines: string[] = [];
  const reading: Reading = { file, env, lines, ...(text !== undefined && { text }) };
  const all = objectOf(config, 'A config', lines);
  lines.push(
    ...unknownKeys(
      all,
      ['$schema', 'streams', 'entities', 'startAfter', ...Object.keys(COMMON), ...STREAM_KEYS],
      '',
    ),
  );
  if (all['startAfter'] !== undefined) lines.push('startAfter: set it in a stream, under streams');
  const { seed, onStreamFailure }: CommonOptions = readValues(all, COMMON, '', lines);
  const top = readPart(all, '', reading);
  const withSeed = { ...top, options: { ...top.options, ...(seed === undefined ? {} : { seed }) } };
  const streams = 'streams' in all ? readStreams(all, withSeed, reading) : [single(withSeed, all, reading)];
  const entities = entitiesSource(all['entities'], reading);
  const specs = streams.filter((stream) => stream !== undefined);
  if (lines.length > 0) return { ok: false, lines: firstOf(lines).map(inLine) };
  return { ok: true, streams: specs, entities, onStreamFailure: onStreamFailure ?? 'stop' };
}

/** Maximum number of problems to report. */
const MAX_LINES = 100;

const firstOf = (lines: readonly string[]): readonly string[] =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `${(lines.length - MAX_LINES).toLocaleString('en')} more problems`];

/** Maximum number of streams of one process. */
const MAX_STREAMS = 1000;

type CommonOptions = Pick<StreamOptions, 'seed'> & { readonly onStreamFailure?: 'stop' | 'continue' };

function single(top: Part, all: Mapping, reading: Reading): StreamSpec | undefined {
  if (all['destination'] === undefined) reading.lines.push(missingDestination(''));
  return asStream(top, '', reading);
}

/** The named streams, with the top-level keys as their defaults. */
function readStreams(all: Mapping, top: Part, reading: Reading): (StreamSpec | undefined)[] {
  const { lines } = reading;
  const streams = Object.entries(objectOf(all['streams'], 'streams', lines));
  if (all['settings'] !== undefined && all['destination'] === undefined)
    lines.push('settings at the top level require a destination at the top level');
  if (streams.length === 0) lines.push('streams must contain at least one stream, under its name');
  if (streams.length > MAX_STREAMS) {
    lines.push(`streams must contain at most ${MAX_STREAMS.toLocaleString('en')} streams`);
    return [];
  }
  if (top.destination !== undefined) checkSettings(top.settings, top.destination, '', lines);
  const before = new Map<string, readonly string[]>();
  const specs = streams.map(([name, value]) => {
    const prefix = `streams.${name}.`;
    if (!STREAM_NAME.test(name))
      lines.push(`Invalid stream name ${JSON.stringify(name)}. Use letters, digits, - and _`);
    const own = objectOf(value, `streams.${name}`, lines);
    const { seed, startAfter, ...others } = own;
    if (seed !== undefined) lines.push(`${prefix}seed: set the seed at the top level, for all streams`);
    lines.push(...unknownKeys(others, [...STREAM_KEYS, 'startAfter'], prefix));
    before.set(name, readStartAfter(startAfter, name, lines));
    const part = readPart(own, prefix, reading);
    if (own['destination'] === undefined && all['destination'] === undefined)
      lines.push(missingDestination(prefix));
    const spec = asStream(withDefaults(top, part), prefix, reading, part);
    return spec === undefined ? undefined : { ...spec, name, startAfter: before.get(name) ?? [] };
  });
  lines.push(...startAfterProblems(before));
  return specs;
}

/** A stream with defaults from the top level. Settings apply only to their destination. */
function withDefaults(top: Part, own: Part): Part {
  const destination = own.destination ?? top.destination;
  return {
    destination,
    settings: { ...(destination === top.destination ? top.settings : {}), ...own.settings },
    source: own.source ?? top.source,
    options: { ...withoutRate(top.options, own.options), ...own.options },
  };
}

/** A stream's own `eps` replaces the `starts` of all streams, and the other way around. */
const withoutRate = ({ eps, starts, ...others }: StreamOptions, own: StreamOptions): StreamOptions => ({
  ...others,
  ...(eps === undefined || own.starts !== undefined ? {} : { eps }),
  ...(starts === undefined || own.eps !== undefined ? {} : { starts }),
});

/**
 * @param own what is under `prefix`, without defaults
 * @returns undefined without a destination
 */
function asStream(
  { destination, settings, source, options }: Part,
  prefix: string,
  { env, lines }: Reading,
  own: Pick<Part, 'settings' | 'options'> = { settings, options },
): StreamSpec | undefined {
  if (destination === undefined) return undefined;
  checkSettings(own.settings, destination, prefix, lines);
  const first = sourceOf(undefined, undefined);
  return {
    destination,
    settings: { ...fromEnvironment(settingFlags(destination), env), ...settings },
    source: source ?? ('problem' in first ? { template: '' } : first),
    options,
    nameOf: (setting) => `${prefix}settings.${setting}`,
    optionOf: (option) => (option in own.options ? `${prefix}${option}` : option),
  };
}

function checkSettings(settings: Mapping, destination: Destination, prefix: string, lines: string[]): void {
  lines.push(...unknownKeys(settings, Object.keys(settingFlags(destination)), `${prefix}settings.`));
}

const fromEnvironment = (flags: Flags, env: Reading['env']): Mapping =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, flag]) => {
      const text = environmentText(flag, env);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
