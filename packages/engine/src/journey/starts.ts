import { peakOf } from '../time/bounds.ts';
import { newTimeline, type ScatteredTimeline } from '../time/timeline.ts';
import type { Rate, RateChange, Timing } from '../time/timing.ts';

/** With Poisson arrivals, the times of all journeys under way are computed for each page of rows. */
const MOST_UNDER_WAY_POISSON = 4_000_000;

/** For each page, blocks of starts are looked at: above this many, a page takes more than a second. */
const MOST_BLOCKS = 2 ** 24;

/** Random starts whose draws are kept: 8 bytes each. */
const MOST_KEPT = 2 ** 20;

/** The journeys that start. */
export interface StartsOptions {
  /** Name of the journey. */
  readonly name: string;
  readonly timing: Timing;
  readonly seed: number | string;
  /** How many of the timing's unit a start has. */
  readonly perStart: number;
  /** A row is at most this long after its start. */
  readonly spanMs: number;
  /** Number of journeys in the deck. */
  readonly deckSize: number;
  /** How many starts there are. */
  readonly size: number;
}

/** The starts of journeys, and the same without chance, for estimates. */
export interface StartTimelines {
  readonly starts: ScatteredTimeline;
  readonly even: ScatteredTimeline;
  /** Changes the rate of both; a number counts the timing's unit. */
  change(change: RateChange): void;
}

/** @throws RangeError if too many journeys would be under way */
export function newStarts({
  name,
  timing,
  seed,
  perStart,
  spanMs,
  deckSize,
  size,
}: StartsOptions): StartTimelines {
  const planned: Timing = {
    ...timing,
    eps: timing.eps / perStart,
    rate: rateOf(timing.rate, perStart),
    changes: [],
    disorderMs: 0,
  };
  const underWay = Math.min(size, (peakOf(planned.rate, planned.eps) * spanMs) / 1000);
  const most = timing.arrivals === 'poisson' ? MOST_UNDER_WAY_POISSON : MOST_BLOCKS * deckSize;
  if (underWay > most)
    throw new RangeError(
      `Up to ${inMillions(underWay)} journeys of ${name} would be under way at a time, and ${timing.arrivals === 'poisson' ? 'poisson arrivals allow' : 'its deck allows'} ${inMillions(most)}. ` +
        (timing.arrivals === 'poisson'
          ? 'Use jitter, a lower rate or shorter waits.'
          : 'Use a larger deck, a lower rate or shorter waits.'),
    );
  const timelineOf = (timing: Timing): ScatteredTimeline =>
    limited(newTimeline(timing, seed, Math.min(MOST_KEPT, underWay)), size);
  const starts = timelineOf(planned);
  const even = timing.arrivals === 'even' ? starts : timelineOf({ ...planned, arrivals: 'even' });
  return {
    starts,
    even,
    change(change) {
      const ofStarts = { ...change, to: targetOf(change.to, perStart) };
      starts.change(ofStarts);
      if (even !== starts) even.change(ofStarts);
    },
  };
}

const inMillions = (journeys: number): string => `${Math.ceil(journeys / 1e6).toLocaleString('en')} million`;

/** The first rows of a timeline; the others never come. */
function limited(timeline: ScatteredTimeline, size: number): ScatteredTimeline {
  if (size === Infinity) return timeline;
  return {
    ...timeline,
    time: (row) => (row < size ? timeline.time(row) : Infinity),
    // Far ahead, it takes long to count what never comes.
    before: (ms) => (timeline.time(size - 1) < ms ? size : Math.min(size, timeline.before(ms))),
    put(ms, first, rows, step = 1) {
      const count = Math.max(0, Math.min(rows, Math.ceil((size - first) / step)));
      if (count > 0) timeline.put(ms, first, count, step);
      ms.fill(Infinity, count, rows);
    },
    putAt(ms, rows, count) {
      timeline.putAt(ms, rows, count);
      rows.subarray(0, count).forEach((row, r) => {
        if (row >= size) ms[r] = Infinity;
      });
    },
  };
}

const rateOf = (rate: Rate, perStart: number): Rate =>
  rate.stages === undefined
    ? rate
    : { ...rate, stages: rate.stages.map(([afterMs, eps]) => [afterMs, eps / perStart] as const) };

function targetOf(to: RateChange['to'], perStart: number): RateChange['to'] {
  if (to === 'planned') return to;
  return typeof to === 'number' ? to / perStart : rateOf(to, perStart);
}
