import { comparable, type Comparable } from './comparable.ts';
import { draftable, type Draftable } from './draftable.ts';
import { LIMITS, type Limits } from './limits.ts';
import { newObserver, type Observer, type Profile, type Row } from './observe/observe.ts';
import { planFields } from './plan/plan.ts';
import { readRows, type Reading } from './read/read.ts';
import type { EventTime } from './event-time.ts';
import type { FieldPlan } from './plan/field-plan.ts';
import { notesOf } from './notes.ts';
import type { SampleTypes, Whole } from './type-samples.ts';
import type { Unwrapped } from './unwrap.ts';

/** A sample that was read: what it says, without its rows being in any schema. */
export interface Sample extends Draftable, Comparable {
  /** Rows in the sample. */
  readonly rows: number;
  /** Some of them, in their order. */
  readonly kept: readonly Row[];
  readonly format: Reading['format'];
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
): Promise<Sample> {
  const bounds = { ...LIMITS, ...limits };
  let observer: Observer | undefined;
  const reading = await readRows(chunks, bounds, () => (observer = newObserver(bounds)));
  const read = (observer ?? newObserver(bounds)).profile();
  const { profile, ...unwrapping } = await unwrappedOf(read, reading, bounds);
  const isTable = reading.format === 'csv';
  const fields = planFields(profile.root, profile.rows, profile.observed, { prefix: '', isTable });
  const { plans, drafts } = await draftable(fields);
  const eventTime = await timeIn(plans, profile);
  const types = await typesIn(profile, { fields, eventTime, isTable }, bounds);
  return {
    rows: profile.total,
    kept: profile.rows,
    format: reading.format,
    notes: notesOf(profile, reading, unwrapping),
    ...(eventTime === undefined ? {} : { eventTime }),
    ...(types === undefined ? {} : { types }),
    ...drafts,
    ...comparable(profile.rows, bounds),
  };
}

/** The time of the events: one row has no order. */
async function timeIn(plans: readonly FieldPlan[], { rows, total }: Profile): Promise<EventTime | undefined> {
  if (rows.length < 2) return undefined;
  const { eventTimeOf } = await import('./event-time.ts');
  return eventTimeOf(plans, total);
}

/** Fewer rows have no types. */
const TYPED_ROWS = 20;

/** The types of event, which few samples have. */
async function typesIn(profile: Profile, whole: Whole, limits: Limits): Promise<SampleTypes | undefined> {
  if (profile.rows.length < TYPED_ROWS) return undefined;
  const { typesOf } = await import('./type-samples.ts');
  return typesOf(profile, whole, limits);
}

/** One JSON object may have the rows in a list, which few samples do. */
async function unwrappedOf(profile: Profile, { format }: Reading, limits: Limits): Promise<Unwrapped> {
  const [only] = profile.rows;
  if (format === 'csv' || profile.total !== 1 || only === undefined) return { profile };
  const { unwrapped } = await import('./unwrap.ts');
  return unwrapped(profile, only, limits);
}
