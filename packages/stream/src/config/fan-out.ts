import { isObject } from '@catbird/engine';
import type { StreamKeys } from './keys.ts';
import { readSection, unknownKeys, type Mapping, type Reading, type Section } from './section.ts';
import type { ConfigDestination } from './spec.ts';

/** One of several destinations of a stream. */
export interface Target<Known extends ConfigDestination> {
  /** Its command: `kafka`; the second of the same is `kafka-2`. */
  readonly name: string;
  /** Of its keys in messages: `streams.orders.destinations.0.` */
  readonly prefix: string;
  readonly section: Section<Known>;
}

/** The keys of a destination in a list. */
export const TARGET_KEYS = ['destination', 'settings', 'delivery'] as const;

/** Reads the destinations of a stream: names, or objects with settings and delivery. Undefined: the key is not set. */
export function readTargets<Known extends ConfigDestination>(
  given: Mapping,
  prefix: string,
  reading: Reading<Known>,
): readonly Target<Known>[] | undefined {
  const { issues } = reading;
  const { destination, destinations, settings } = given;
  if (destinations === undefined) return undefined;
  if (!Array.isArray(destinations) || destinations.length === 0) {
    issues.push({
      message: `${prefix}destinations must be a list of destinations, such as ["kafka", {"destination": "s3", "settings": {…}}]`,
    });
    return [];
  }
  if (destination !== undefined)
    issues.push({ message: `${prefix}destinations: use either destination or destinations, not both` });
  else if (settings !== undefined)
    issues.push({
      message: `${prefix}settings: with several destinations, write settings beside each: {"destination": "s3", "settings": {…}}`,
    });
  const names = new Map<string, number>();
  return destinations.flatMap((each: unknown, place): readonly Target<Known>[] => {
    const own = `${prefix}destinations.${place}.`;
    const entry = isObject(each) ? each : { destination: each };
    issues.push(...unknownKeys(entry, TARGET_KEYS, own));
    if (entry['destination'] === undefined) issues.push({ message: `${own}destination is missing` });
    const section = readSection(entry, own, reading);
    if (section.destination === undefined) return [];
    const { command } = section.destination;
    const count = (names.get(command) ?? 0) + 1;
    names.set(command, count);
    return [{ name: count === 1 ? command : `${command}-${count}`, prefix: own, section }];
  });
}

/**
 * The options with which all destinations get the same rows: at a rate, their times are computed from one beginning rather than read
 * from the clock when a destination is ready.
 */
export const withSameTimes = ({
  source,
  options,
}: Pick<Section<ConfigDestination>, 'source' | 'options'>): StreamKeys => {
  const hasRhythm = source !== undefined && 'replay' in source && options.eps === undefined;
  const isAtRate = options.eps !== Infinity || options.starts !== undefined;
  return options.from !== undefined || hasRhythm || !isAtRate ? options : { ...options, from: 'now' };
};
