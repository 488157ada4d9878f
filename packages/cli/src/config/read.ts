import type { Destination } from '@catbird/core';
import { settingFlags } from '../destinations/settings.ts';
import { inLine } from '../printable.ts';
import { environmentText } from '../flags/read.ts';
import type { Flags } from '../flags/flag.ts';
import { sourceOf } from '../schema/read.ts';
import type { Asked, StreamOptions } from '../stream/prepare.ts';
import { COMMON, STREAM_KEYS, STREAM_NAME } from './keys.ts';
import {
  missingDestination,
  objectOf,
  readPart,
  readValues,
  unknownKeys,
  type Mapping,
  type Part,
  type Reading,
} from './part.ts';

/** What a config file asks for, or a line for each thing that is wrong with it. */
export type ConfigReading =
  | {
      readonly ok: true;
      /** One without a name, or all that stand in `streams`. */
      readonly streams: readonly Asked[];
      readonly onStreamFailure: 'stop' | 'continue';
    }
  | { readonly ok: false; readonly lines: readonly string[] };

/**
 * Understands a config. Everything that is wrong is told at once.
 *
 * @param file where it was read, for its relative paths
 */
export function readConfig(config: unknown, file: string, env: Reading['env']): ConfigReading {
  const lines: string[] = [];
  const reading: Reading = { file, env, lines };
  const all = objectOf(config, 'A config', lines);
  lines.push(...unknownKeys(all, ['$schema', 'streams', ...Object.keys(COMMON), ...STREAM_KEYS], ''));
  const { seed, onStreamFailure }: CommonOptions = readValues(all, COMMON, '', lines);
  const top = readPart(all, '', reading);
  const withSeed = { ...top, options: { ...top.options, ...(seed === undefined ? {} : { seed }) } };
  const streams = 'streams' in all ? readStreams(all, withSeed, reading) : [single(withSeed, all, reading)];
  const asked = streams.filter((stream) => stream !== undefined);
  if (lines.length > 0) return { ok: false, lines: firstOf(lines).map(inLine) };
  return { ok: true, streams: asked, onStreamFailure: onStreamFailure ?? 'stop' };
}

/** Most lines that are told. */
const MOST_LINES = 100;

const firstOf = (lines: readonly string[]): readonly string[] =>
  lines.length <= MOST_LINES
    ? lines
    : [
        ...lines.slice(0, MOST_LINES),
        `${(lines.length - MOST_LINES).toLocaleString('en')} more things are wrong`,
      ];

/** Most streams of one process. */
const MOST_STREAMS = 1000;

type CommonOptions = Pick<StreamOptions, 'seed'> & { readonly onStreamFailure?: 'stop' | 'continue' };

function single(top: Part, all: Mapping, reading: Reading): Asked | undefined {
  if (all['destination'] === undefined) reading.lines.push(missingDestination(''));
  return asStream(top, '', reading);
}

/** The streams under their names, each going on with what stands at the top. */
function readStreams(all: Mapping, top: Part, reading: Reading): (Asked | undefined)[] {
  const { lines } = reading;
  const streams = Object.entries(objectOf(all['streams'], 'streams', lines));
  if (all['settings'] !== undefined && all['destination'] === undefined)
    lines.push('settings at the top go with a destination at the top');
  if (streams.length === 0) lines.push('streams must hold at least one stream: its name, and what it is');
  if (streams.length > MOST_STREAMS) {
    lines.push(`streams must hold at most ${MOST_STREAMS.toLocaleString('en')} streams`);
    return [];
  }
  if (top.destination !== undefined) checkSettings(top.settings, top.destination, '', lines);
  return streams.map(([name, value]) => {
    const prefix = `streams.${name}.`;
    if (!STREAM_NAME.test(name))
      lines.push(`The name of a stream is of letters, digits, - and _, unlike ${JSON.stringify(name)}`);
    const own = objectOf(value, `streams.${name}`, lines);
    const { seed, ...others } = own;
    if (seed !== undefined) lines.push(`${prefix}seed: the seed stands at the top, once for all streams`);
    lines.push(...unknownKeys(others, STREAM_KEYS, prefix));
    const part = readPart(own, prefix, reading);
    if (own['destination'] === undefined && all['destination'] === undefined)
      lines.push(missingDestination(prefix));
    const asked = asStream(goingOn(top, part), prefix, reading, part.settings);
    return asked === undefined ? undefined : { ...asked, name };
  });
}

/** A stream's own words, and the top's where it has none. Settings go with their destination. */
function goingOn(top: Part, own: Part): Part {
  const destination = own.destination ?? top.destination;
  return {
    destination,
    settings: { ...(destination === top.destination ? top.settings : {}), ...own.settings },
    source: own.source ?? top.source,
    options: { ...top.options, ...own.options },
  };
}

/**
 * @param ownSettings those that stand under `prefix`
 * @returns undefined when there is no destination
 */
function asStream(
  { destination, settings, source, options }: Part,
  prefix: string,
  { env, lines }: Reading,
  ownSettings: Mapping = settings,
): Asked | undefined {
  if (destination === undefined) return undefined;
  checkSettings(ownSettings, destination, prefix, lines);
  const first = sourceOf(undefined, undefined);
  return {
    destination,
    settings: { ...fromEnvironment(settingFlags(destination), env), ...settings },
    source: source ?? ('problem' in first ? { template: '' } : first),
    options,
    nameOf: (setting) => `${prefix}settings.${setting}`,
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
