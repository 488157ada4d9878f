import {
  compile,
  findDestination,
  parseConfig,
  parseSchema,
  run,
  systemClock,
  type Destination,
  type Http,
  type Pace,
  type Progress,
  type RunOptions,
  type Summary,
} from '@catbird/core';
import { fetchHttp } from '@catbird/core/destinations';

/** A schema whose rows all differ. */
const SCHEMA = '{"id": {"type": "string.uuid"}, "who": {"type": "person.fullName"}}';

/** A destination by the name that the command line has for it. */
export function destinationOf(name: string): Destination {
  const destination = findDestination(name);
  if (destination === undefined) throw new Error(`There is no destination ${name}`);
  return destination;
}

/** What a test says of its run; the rest has values for a test. */
export interface Streaming extends Partial<Omit<RunOptions, 'rows' | 'pace' | 'connection' | 'limits'>> {
  readonly destination: Destination;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly pace: Pace;
  readonly http?: Http;
  readonly schema?: string;
  /** Stops after so many milliseconds. */
  readonly stopAfterMs?: number;
}

/** A run over, with all its reports. */
export interface Streamed {
  readonly summary: Summary;
  readonly reports: readonly Progress[];
}

/** Streams as page and command line do, over the real network. */
export async function stream({
  destination,
  settings,
  http = fetchHttp(fetch),
  schema = SCHEMA,
  stopAfterMs,
  ...options
}: Streaming): Promise<Streamed> {
  const parsed = parseSchema(schema);
  const config = parseConfig(destination, settings);
  if (!parsed.ok || !config.ok) throw new Error(JSON.stringify([parsed, config]));
  const reports: Progress[] = [];
  const stop = new AbortController();
  const timer = stopAfterMs === undefined ? undefined : setTimeout(() => stop.abort(), stopAfterMs);
  const env = { http, now: Date.now, random: Math.random, write: () => undefined };
  const summary = await run({
    rows: compile(parsed.schema, { seed: 1 }),
    connection: await destination.open(config.config, env),
    limits: destination.limits(config.config),
    stop: stop.signal,
    clock: systemClock,
    random: Math.random,
    reportMs: 10,
    onProgress: (progress) => reports.push(progress),
    ...options,
  });
  clearTimeout(timer);
  return { summary, reports };
}

/** Rows that are counted nowhere; 0 when the identity holds. */
export const unaccounted = (p: Progress): number =>
  p.generated - p.accepted - p.quarantined - p.rejected - p.failed - p.dropped - p.inFlight;
