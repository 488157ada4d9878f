import type { SchemaObject } from './draft.ts';
import type { EventTime } from './event-time.ts';

/** A stream of a config. */
export interface NamedSchema {
  /** What it is called: a file or a type of event. */
  readonly name: string;
  readonly schema: SchemaObject;
  /** Rows of the sample. */
  readonly rows: number;
  /** The time of its events, if the sample has one. */
  readonly eventTime?: EventTime;
}

const HOUR_MS = 3_600_000;

/**
 * Writes a config for `catbird run` with a stream for each schema: a file with as many rows as the sample. If all have a time, the
 * streams begin as long ago as the sample spans and keep its pace, as fast as the files take them.
 */
export function configOf(schemas: readonly NamedSchema[]): SchemaObject {
  const times = schemas.flatMap(({ eventTime }) =>
    eventTime?.eventsPerSecond === undefined ? [] : [eventTime],
  );
  const isTimed = times.length === schemas.length;
  const spanMs = Math.max(...times.map(({ firstMs, lastMs }) => lastMs - firstMs));
  const taken = new Set<string>();
  const streams = schemas.map(({ name, schema, rows, eventTime }): [string, SchemaObject] => {
    const stream = freeName(name, taken);
    const eps = isTimed ? { eps: eventTime?.eventsPerSecond } : {};
    return [stream, { settings: { path: `${stream}.ndjson` }, ...eps, limit: rows, schema }];
  });
  return {
    seed: 42,
    destination: 'file',
    ...(isTimed ? { from: `-${Math.max(1, Math.ceil(spanMs / HOUR_MS))}h` } : { eps: 'max' }),
    streams: Object.fromEntries(streams),
  };
}

/** A plain name that no other stream has. */
function freeName(name: string, taken: Set<string>): string {
  const plain = plainName(name);
  let free = plain;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain}_${n}`;
  taken.add(free.toLowerCase());
  return free;
}

/** Entities and streams have names of letters, digits, `_` and `-`. */
export const plainName = (name: string): string =>
  name.replaceAll(/[^\w-]+/g, '_').replace(/^(?=\d|-|$)/, 't_');
