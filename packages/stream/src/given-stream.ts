import { issuesIn, issuesOf, loadZones, type Issue } from '@catbird/engine';
import { systemClock } from '@catbird/send';
import { KEYS, type StreamKeys } from './config/keys.ts';
import { formatOf, objectOf, readValues, unknownKeys } from './config/section.ts';
import { deliveryFlags } from './config/stream-flags.ts';
import { type GivenSchema, isSeed, mistakes, newSeed, type RowOptions, schemaOf } from './given.ts';
import { readStream, type StreamReading, type StreamSettings } from './stream-settings.ts';

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
    seed = newSeed(),
    types = [],
    onNote,
    ...options
  }: Readonly<Record<string, unknown>> & Pick<RowOptions, 'types' | 'onNote'>,
  known: readonly string[] = [],
): Promise<GivenStream> {
  const issues: Issue[] = [];
  const { delivery, faults, format, incidents, ...others } = options;
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
  const schema = await schemaOf(given, {
    types: Array.isArray(types) ? types : [],
    onNote,
    incidents,
    zone: keys.zone,
  });
  const optionOf = (option: string): string => (option in deliveryFlags ? `delivery.${option}` : option);
  const read = readStream(schema, { options: keys, optionOf, nowMs: systemClock.date() });
  if (!read.ok || issues.length > 0) throw mistakes([...issues, ...issuesIn(read)]);
  const { ok: _, ...reading } = read;
  return {
    ...reading,
    schema,
    seed: typeof seed === 'number' ? seed : String(seed),
    options: keys,
    optionOf,
  };
}

/** A time as settings have it. One that is no date stays so, which is an error. */
const isoOf = (date: Date): string => (Number.isNaN(date.getTime()) ? String(date) : date.toISOString());
