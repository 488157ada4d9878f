import { comparable, type Comparable } from './comparable.ts';
import { draftable, type Draftable } from './choices.ts';
import {
  LIMITS,
  type Limits,
  newObserver,
  type Observer,
  type Profile,
  type Row,
} from './observe/observe.ts';
import { planFields, RESERVED } from './plan/planned-fields.ts';
import { readRows, type Reading, type TableOptions } from './read/read-rows.ts';
import type { EventTime } from './event-time.ts';
import type { Unwrapping } from './notes.ts';
import type { SampleTypes, Whole } from './type-samples.ts';

/** A sample that was read: what it says, without its rows being in any schema. */
export interface Sample extends Draftable, Comparable {
  /** Rows in the sample. */
  readonly rows: number;
  /** Some of them, in their order. */
  readonly kept: readonly Row[];
  readonly format: Reading['format'];
  /** Rows or lists that are no valid JSON. */
  readonly damages: number;
  /** What was skipped or estimated, a sentence each. */
  readonly notes: readonly string[];
  /** The time of the events, if a field has it. */
  readonly eventTime?: EventTime;
  /** The types of event, if a field names them and the other fields of a row depend on it. The most frequent first. */
  readonly types?: SampleTypes;
}

/**
 * Reads a sample of events: NDJSON, JSON, CSV or TSV, in pieces of any size. Memory is bounded whatever the size.
 *
 * @throws what the source throws, if nothing came before
 */
export async function readSample(
  chunks: AsyncIterable<Uint8Array>,
  limits: Partial<Limits> = {},
  table: Pick<TableOptions, 'hasHeader'> = {},
): Promise<Sample> {
  const bounds = { ...LIMITS, ...limits };
  let observer: Observer | undefined;
  const reading = await readRows(chunks, bounds, () => (observer = newObserver(bounds)), table);
  const observed = (observer ?? newObserver(bounds)).profile();
  const { profile, ...unwrapping } = await unwrapped(observed, reading, bounds);
  const isTable = reading.format === 'csv';
  // Most samples are several rows.
  const single = profile.total === 1 ? (await import('./plan/single.ts')).decideSingle : undefined;
  const fields = planFields(profile.root, profile.rows, profile.observed, { prefix: '', isTable, single });
  const drafts = await draftable(fields, profile.rows);
  // One event has no pace.
  const eventTime =
    profile.total < 2 ? undefined : (await import('./event-time.ts')).eventTimeOf(fields, profile.total);
  const types = await typesIn(profile, { fields, eventTime, isTable }, bounds);
  return {
    rows: profile.total,
    kept: profile.rows,
    format: reading.format,
    damages: (profile.skipped.get('invalid JSON') ?? 0) + (profile.skipped.get('comma or bracket') ?? 0),
    notes: await notesOf(profile, reading, unwrapping),
    ...(eventTime === undefined ? {} : { eventTime }),
    ...(types === undefined ? {} : { types }),
    ...drafts,
    ...comparable(profile.rows, bounds),
  };
}

/** Fewer rows have no types. */
const TYPED_ROWS = 20;

/** The types of event, which few samples have. */
async function typesIn(profile: Profile, whole: Whole, limits: Limits): Promise<SampleTypes | undefined> {
  if (profile.rows.length < TYPED_ROWS) return undefined;
  const { typesOf } = await import('./type-samples.ts');
  return typesOf(profile, whole, limits);
}

/** What was skipped or estimated. Most samples in JSON were read as a whole. */
async function notesOf(
  profile: Profile,
  reading: Reading,
  unwrapping: Unwrapping,
): Promise<readonly string[]> {
  const { skipped, observed, total, unfollowed, root } = profile;
  const isWhole = skipped.size === 0 && observed === total && unfollowed === 0;
  const isPlain = reading.format !== 'csv' && reading.cutOff === undefined && reading.foreignLines === 0;
  const isUsual =
    Object.keys(unwrapping).length === 0 && ![...RESERVED].some((name) => root.fields.has(name));
  if (isWhole && isPlain && isUsual) return [];
  const notes = await import('./notes.ts');
  return notes.notesOf(profile, reading, unwrapping);
}

/** The rows of a JSON object around one long list. A sample of several rows is as it is, and so is a table, but for `NaN`. */
async function unwrapped(
  profile: Profile,
  { format }: Reading,
  limits: Limits,
): Promise<Unwrapping & { readonly profile: Profile }> {
  const [only] = profile.rows;
  if (format === 'csv') return { profile: (await import('./notes.ts')).withoutNaN(profile) };
  if (profile.total !== 1 || only === undefined) return { profile };
  const { unwrap } = await import('./unwrap.ts');
  return { profile, ...unwrap(only, limits) };
}
