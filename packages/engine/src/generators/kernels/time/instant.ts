import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { draw, drawKeys, join53, UNIT53, type Subject } from '../../../numeric/random.ts';
import { putIso } from './iso.ts';
import { pool, putWords, type Pool } from '../engine/pool.ts';

/** A range of instants in whole milliseconds since 1970, both ends included. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

const DAY_MS = 86_400_000;
/** Room for a year of six digits: 27 characters, written four bytes at a time. */
const TEXT_BYTES = 32;

/** A uniform instant of the span as ISO 8601: 24 characters with milliseconds and Z, or the first 19 of them. */
export function instantWithin(span: Span, characters: 24 | 19, place: Place): Cell {
  return instant(() => span, false, characters, place);
}

/**
 * A uniform instant of a span relative to the row's event time.
 * `spanAt` is called once per day with the start of the day: a shift by days or years is the same for all times of a day.
 */
export function instantNear(spanAt: (ms: number) => Span, characters: 24 | 19, place: Place): Cell {
  return instant(spanAt, true, characters, place);
}

function instant(spanAt: (ms: number) => Span, usesTime: boolean, characters: 24 | 19, place: Place): Cell {
  const { keys, odds } = drawKeys(place.path, 2);
  const shown: Shown = {
    spanAt,
    usesTime,
    characters,
    key0: keys[0],
    key1: keys[1],
    odd0: odds[0],
    odd1: odds[1],
    lead: pool([`${place.lead}"`]),
  };
  return {
    maxBytes: shown.lead.stride * 8 + TEXT_BYTES,
    usesTime,
    column: (chunk, subject) => putInstants(chunk, subject, shown),
  };
}

interface Shown {
  readonly spanAt: (ms: number) => Span;
  readonly usesTime: boolean;
  readonly characters: 24 | 19;
  readonly key0: number;
  readonly key1: number;
  readonly odd0: number;
  readonly odd1: number;
  readonly lead: Pool;
}

function putInstants({ view, at, ms, rows }: Chunk, { a, b }: Subject, shown: Shown): void {
  const { spanAt, usesTime, characters, key0, key1, odd0, odd1, lead } = shown;
  const skip = lead.lengths[0];
  let day = usesTime ? Math.floor(ms[0] / DAY_MS) : 0;
  let { low, high } = spanAt(day * DAY_MS);
  let scale = (high - low + 1) * UNIT53;
  for (let r = 0; r < rows; r++) {
    let base = low;
    if (usesTime) {
      const now = ms[r];
      if (Math.floor(now / DAY_MS) !== day) {
        day = Math.floor(now / DAY_MS);
        ({ low, high } = spanAt(day * DAY_MS));
        scale = (high - low + 1) * UNIT53;
      }
      base = low + (now - day * DAY_MS);
    }
    const share = join53(draw(a[r], b[r], key0, odd0), draw(a[r], b[r], key1, odd1));
    const p = at[r];
    putWords(view, p, lead.words, 0, lead.stride);
    at[r] = putIso(view, p + skip, base + Math.floor(share * scale), characters);
  }
}
