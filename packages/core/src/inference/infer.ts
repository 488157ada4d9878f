import { comparable, type Comparable } from './comparable.ts';
import { draftable, type Draftable } from './draftable.ts';
import { LIMITS, type Limits } from './limits.ts';
import { newObserver, type Observer, type Profile, type Row } from './observe/observe.ts';
import { planFields } from './plan/plan.ts';
import { readRows, type Reading } from './read/read.ts';
import { eventTimeOf, type EventTime } from './event-time.ts';
import { notesOf, type Unwrapping } from './notes.ts';
import type { SampleTypes, Whole } from './type-samples.ts';

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
  const { profile, ...unwrapping } = unwrapped((observer ?? newObserver(bounds)).profile(), reading, bounds);
  const isTable = reading.format === 'csv';
  const fields = planFields(profile.root, profile.rows, profile.observed, { prefix: '', isTable });
  const { plans, drafts } = await draftable(fields);
  const eventTime = eventTimeOf(plans, profile.total);
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

/** Fewer rows have no types. */
const TYPED_ROWS = 20;

/** The types of event, which few samples have. */
async function typesIn(profile: Profile, whole: Whole, limits: Limits): Promise<SampleTypes | undefined> {
  if (profile.rows.length < TYPED_ROWS) return undefined;
  const { typesOf } = await import('./type-samples.ts');
  return typesOf(profile, whole, limits);
}

/**
 * The rows of a JSON object around one long list, such as the features of GeoJSON. If other values outnumber them, the object itself is the
 * row: an order with its items.
 */
function unwrapped(
  profile: Profile,
  { format }: Reading,
  limits: Limits,
): Unwrapping & { readonly profile: Profile } {
  const [only] = profile.rows;
  if (format === 'csv' || profile.total !== 1 || only === undefined) return { profile };
  const found = longestList(only, '', LIST_DEPTH);
  if (found === undefined || found.rows.length < 2) return { profile };
  if (found.rows.length <= valuesBeside(found.rows, only, LIST_DEPTH)) return { profile, whole: found.path };
  const observer = newObserver(limits);
  const chars = limits.fullChars / found.rows.length / 2;
  for (const row of found.rows) observer.offer(chars, () => row);
  return { profile: observer.profile(), list: found.path };
}

/** Objects around a list of rows, at most. */
const LIST_DEPTH = 3;

/** Values of an object outside a list. Deeper objects count as one. */
function valuesBeside(list: readonly unknown[], value: unknown, depth: number): number {
  if (value === list) return 0;
  if (!isObject(value) || depth === 0) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesBeside(list, inner, depth - 1), 0);
}

interface List {
  readonly path: string;
  readonly rows: readonly unknown[];
}

function longestList(value: Row, path: string, depth: number): List | undefined {
  let longest: List | undefined;
  for (const [name, inner] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    let found: List | undefined;
    if (Array.isArray(inner)) found = isObject(inner[0]) ? { path: at, rows: inner } : undefined;
    else if (isObject(inner) && depth > 1) found = longestList(inner, at, depth - 1);
    if (found !== undefined && found.rows.length > (longest?.rows.length ?? 0)) longest = found;
  }
  return longest;
}

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
