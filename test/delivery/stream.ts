import {
  compile,
  parseSchema,
  run,
  systemClock,
  type Pace,
  type Progress,
  type RunOptions,
  type Summary,
} from '@catbird/core';
import { type Destination, fetchHttp, findDestination, type Http, parseConfig } from '@catbird/send';

/** A schema of distinct rows. */
const SCHEMA = '{"id": {"type": "string.uuid"}, "who": {"type": "person.fullName"}}';

/** A destination by its name in the command line. */
export function destinationOf(name: string): Destination {
  const destination = findDestination(name);
  if (destination === undefined) throw new Error(`Unknown destination ${name}`);
  return destination;
}

/** Options of a test's run; the others have defaults for tests. */
export interface Streaming extends Partial<Omit<RunOptions, 'rows' | 'pace' | 'connection' | 'limits'>> {
  readonly destination: Destination;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly pace: Pace;
  readonly http?: Http;
  readonly schema?: string;
  /** Called with every report; stops the run when it returns true. */
  readonly stopWhen?: (progress: Progress) => boolean;
}

/** The result of a run, and all its reports. */
export interface Streamed {
  readonly summary: Summary;
  readonly reports: readonly Progress[];
}

/** Streams like page and command line, over the real network. */
export async function stream({
  destination,
  settings,
  http = fetchHttp(fetch),
  schema = SCHEMA,
  stopWhen = () => false,
  ...options
}: Streaming): Promise<Streamed> {
  const parsed = parseSchema(schema);
  const config = parseConfig(destination, settings);
  if (!parsed.ok || !config.ok) throw new Error(JSON.stringify([parsed, config]));
  const reports: Progress[] = [];
  const stop = new AbortController();
  const env = { http, now: Date.now, random: Math.random, write: () => undefined };
  const summary = await run({
    rows: compile(parsed.schema, { seed: 1 }),
    connection: await destination.open(config.config, env),
    limits: destination.limits(config.config),
    stop: stop.signal,
    clock: systemClock,
    random: Math.random,
    reportMs: 10,
    onProgress(progress) {
      reports.push(progress);
      if (stopWhen(progress)) stop.abort();
    },
    ...options,
  });
  return { summary, reports };
}

/** Rows that are counted nowhere; 0 if the counts add up. */
export const unaccounted = (p: Progress): number =>
  p.generated - p.accepted - p.quarantined - p.rejected - p.failed - p.dropped - p.inFlight;
