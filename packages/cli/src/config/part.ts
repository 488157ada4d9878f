import { dirname, isAbsolute, join } from 'node:path';
import { parseFaults, suggestion, type Destination } from '@catbird/core';
import { destinations } from '../destinations/list.ts';
import type { Flags } from '../flags/flag.ts';
import type { SchemaSource } from '../schema/read.ts';
import { faultProblems, type StreamOptions } from '../stream/prepare.ts';
import { expand } from './expand.ts';
import { KEYS } from './keys.ts';

/** An object of a config file. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Where a config is read, and where what is wrong with it is told. */
export interface Reading {
  /** Its file, for relative paths. */
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gets a line for each thing that is wrong. */
  readonly lines: string[];
}

/** What one part of a config says of a stream: all of it, or what another part goes on with. */
export interface Part {
  /** Undefined where none is named, and where there is none of that name. */
  readonly destination: Destination | undefined;
  readonly settings: Mapping;
  readonly source: SchemaSource | undefined;
  readonly options: StreamOptions;
}

/**
 * Reads destination, settings, schema and options.
 *
 * @param prefix what stands before the keys in what is said: `streams.orders.`
 */
export function readPart(given: Mapping, prefix: string, reading: Reading): Part {
  const { env, lines } = reading;
  const delivery = objectOf(given['delivery'], `${prefix}delivery`, lines);
  const thresholds = objectOf(given['thresholds'], `${prefix}thresholds`, lines);
  lines.push(
    ...unknownKeys(delivery, Object.keys(KEYS.delivery), `${prefix}delivery.`),
    ...unknownKeys(thresholds, Object.keys(KEYS.thresholds), `${prefix}thresholds.`),
  );
  const faults = objectOf(given['faults'], `${prefix}faults`, lines);
  const faulty = parseFaults(faults);
  if (!faulty.ok) lines.push(...faultProblems(faulty, `${prefix}faults.`));
  const options: StreamOptions = {
    ...readValues(given, KEYS.top, prefix, lines),
    ...readValues(delivery, KEYS.delivery, `${prefix}delivery.`, lines),
    ...readValues(thresholds, KEYS.thresholds, `${prefix}thresholds.`, lines),
    ...('faults' in given ? { faults } : {}),
  };
  return {
    destination: destinationOf(given['destination'], prefix, lines),
    settings: expand(
      objectOf(given['settings'], `${prefix}settings`, lines),
      `${prefix}settings`,
      env,
      lines,
    ),
    source: schemaSource(given['schema'], options.template, prefix, reading),
    options,
  };
}

/** A value that must be an object, if it is there. */
export function objectOf(value: unknown, name: string, lines: string[]): Mapping {
  if (value === undefined || isMapping(value)) return value ?? {};
  lines.push(`${name} must be an object`);
  return {};
}

/** A line for each key that there is not. */
export function unknownKeys(given: Mapping, known: readonly string[], prefix: string): string[] {
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  const lines = unknown.slice(0, MOST_UNKNOWN).map((key) => {
    const near = suggestion(key, known);
    const hint = near === undefined ? `There are: ${known.join(', ')}` : `Did you mean ${near}?`;
    return `There is no key ${prefix}${shortened(key)} here. ${hint}`;
  });
  const more = unknown.length - lines.length;
  return more > 0 ? [...lines, `There are ${more.toLocaleString('en')} more unknown keys`] : lines;
}

/** Most keys of one object that are told to be unknown: who wrote more of them has given another file. */
const MOST_UNKNOWN = 20;

/** A name in a sentence. */
const shortened = (name: string): string => (name.length > 200 ? `${name.slice(0, 200)}…` : name);

/** Values by the flags of the same names, which know how to read them. */
export function readValues(given: Mapping, flags: Flags, prefix: string, lines: string[]): Mapping {
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

/** What to say where no destination is named. */
export const missingDestination = (prefix: string): string =>
  `${prefix}destination is missing. One of: ${commandsOf().join(', ')}`;

const commandsOf = (): string[] => destinations.map(({ command }) => command);

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function destinationOf(name: unknown, prefix: string, lines: string[]): Destination | undefined {
  if (name === undefined) return undefined;
  const found = destinations.find((each) => each.command === name || each.name === name);
  if (found === undefined) {
    const near = typeof name === 'string' ? suggestion(name, commandsOf()) : undefined;
    const hint = near === undefined ? `One of: ${commandsOf().join(', ')}` : `Did you mean ${near}?`;
    const place = prefix === '' ? '' : `${prefix}destination: `;
    lines.push(`${place}There is no destination ${JSON.stringify(name)}. ${hint}`);
  }
  return found;
}

function schemaSource(
  schema: unknown,
  template: string | undefined,
  prefix: string,
  { file, lines }: Reading,
): SchemaSource | undefined {
  if (schema !== undefined && template !== undefined)
    lines.push(`${prefix === '' ? 'Give' : `${prefix.slice(0, -1)}: give`} template or schema, not both`);
  const folder = dirname(file);
  if (isMapping(schema))
    return { text: JSON.stringify(schema, null, 2), name: `${file}: ${prefix}schema`, folder };
  if (typeof schema === 'string')
    return { file: isAbsolute(schema) || schema === '-' ? schema : join(folder, schema) };
  if (schema !== undefined) lines.push(`${prefix}schema must be an object, or the path of a file`);
  return template === undefined ? undefined : { template };
}
