import { dirname, extname, isAbsolute, join } from 'node:path';
import { suggestion, type Destination } from '@catbird/core';
import { destinations } from '../destinations/list.ts';
import { settingFlags } from '../destinations/settings.ts';
import type { Flags } from '../flags/flag.ts';
import { environmentText } from '../flags/read.ts';
import { sourceOf, type SchemaSource } from '../schema/read.ts';
import type { StreamOptions } from '../stream/prepare.ts';
import { expand } from './expand.ts';
import { KEYS } from './keys.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What a config file asks for, or a line for each thing that is wrong with it. */
export type ConfigReading =
  | {
      readonly ok: true;
      readonly destination: Destination;
      readonly settings: Mapping;
      readonly source: SchemaSource;
      readonly options: StreamOptions;
    }
  | { readonly ok: false; readonly lines: readonly string[] };

/** Reads the text of a config file: YAML where its name ends so, else JSON. */
export async function parseText(text: string, file: string): Promise<unknown> {
  if (!/\.ya?ml$/.test(extname(file))) return JSON.parse(text);
  const { parse } = await import('yaml');
  return parse(text);
}

/**
 * Understands a config. Everything that is wrong is told at once.
 *
 * @param file where it was read, for its relative paths
 */
export function readConfig(
  config: unknown,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): ConfigReading {
  const lines: string[] = [];
  const object = (value: unknown, name: string): Mapping => {
    if (value === undefined || isMapping(value)) return value ?? {};
    lines.push(`${name} must be an object`);
    return {};
  };
  const all = object(config, 'A config');
  lines.push(...unknownKeys(all, [...Object.keys(KEYS.top), ...OTHER_KEYS], ''));
  const destination = destinationOf(all['destination'], lines);
  const settings = object(all['settings'], 'settings');
  const flags = destination === undefined ? undefined : settingFlags(destination);
  if (flags !== undefined) lines.push(...unknownKeys(settings, Object.keys(flags), 'settings.'));
  const delivery = object(all['delivery'], 'delivery');
  const thresholds = object(all['thresholds'], 'thresholds');
  lines.push(...unknownKeys(delivery, Object.keys(KEYS.delivery), 'delivery.'));
  lines.push(...unknownKeys(thresholds, Object.keys(KEYS.thresholds), 'thresholds.'));
  const options: StreamOptions = {
    ...read(all, KEYS.top, '', lines),
    ...read(delivery, KEYS.delivery, 'delivery.', lines),
    ...read(thresholds, KEYS.thresholds, 'thresholds.', lines),
  };
  const source = schemaSource(all['schema'], options.template, file, lines);
  const expanded = expand(settings, 'settings', env, lines);
  if (lines.length > 0 || destination === undefined) return { ok: false, lines };
  return {
    ok: true,
    destination,
    settings: { ...fromEnvironment(flags ?? {}, env), ...expanded },
    source,
    options,
  };
}

const OTHER_KEYS = ['$schema', 'destination', 'settings', 'schema', 'delivery', 'thresholds'];

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unknownKeys = (given: Mapping, known: readonly string[], prefix: string): string[] =>
  Object.keys(given)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const near = suggestion(key, known);
      const hint = near === undefined ? `There are: ${known.join(', ')}` : `Did you mean ${near}?`;
      return `There is no key ${prefix}${key} here. ${hint}`;
    });

function destinationOf(name: unknown, lines: string[]): Destination | undefined {
  const commands = destinations.map(({ command }) => command);
  const found = destinations.find((each) => each.command === name || each.name === name);
  if (found === undefined) {
    const near = typeof name === 'string' ? suggestion(name, commands) : undefined;
    const hint = near === undefined ? `One of: ${commands.join(', ')}` : `Did you mean ${near}?`;
    lines.push(
      `${name === undefined ? 'destination is missing' : `There is no destination ${JSON.stringify(name)}`}. ${hint}`,
    );
  }
  return found;
}

/** Values by the flags of the same names, which know how to read them. */
function read(given: Mapping, flags: Flags, prefix: string, lines: string[]): Mapping {
  const values = Object.entries(flags).flatMap(([name, flag]) => {
    const value = given[name];
    if (value === undefined) return [];
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    const reading = isPlain
      ? flag.read(String(value))
      : { ok: false as const, message: 'must be a text or a number' };
    if (reading.ok) return [[name, reading.value] as const];
    lines.push(`${prefix}${name} ${reading.message}`);
    return [];
  });
  return Object.fromEntries(values);
}

function schemaSource(
  schema: unknown,
  template: string | undefined,
  file: string,
  lines: string[],
): SchemaSource {
  if (schema !== undefined && template !== undefined) lines.push('Give template or schema, not both');
  if (isMapping(schema)) return { text: JSON.stringify(schema, null, 2), name: `${file}: schema` };
  if (typeof schema === 'string')
    return { file: isAbsolute(schema) || schema === '-' ? schema : join(dirname(file), schema) };
  if (schema !== undefined) lines.push('schema must be an object, or the path of a file');
  const source = sourceOf(template, undefined);
  return 'problem' in source ? { template: '' } : source;
}

const fromEnvironment = (flags: Flags, env: Readonly<Record<string, string | undefined>>): Mapping =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, flag]) => {
      const text = environmentText(flag, env);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
