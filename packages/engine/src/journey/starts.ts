import type { JourneyPlan, Wait, Way } from '../model/journey.ts';
import { peakOf } from '../time/bounds.ts';
import { newTimeline, type ScatteredTimeline } from '../time/timeline.ts';
import type { Rate, RateChange, Timing } from '../time/timing.ts';
import { MOST_ENDLESS } from './deck/endless.ts';
import type { Deck } from './deck/steps.ts';

const LEAST_DECK = 256;
const MOST_DECK = 65_536;

/** @throws RangeError if a plan is impossible; `parseSchema` makes possible ones only */
export function checkPlan({ name, states, begins, ways, kinds, deck, longestMs }: JourneyPlan): void {
  const check = (isRight: boolean, problem: string): void => {
    if (!isRight) throw new RangeError(`The journey ${name} ${problem}`);
  };
  const isState = (to: number): boolean => Number.isInteger(to) && to >= 0 && to < states.length;
  const hasWeight = ({ weight }: Pick<Way, 'weight'>): boolean => weight > 0 && weight < Infinity;
  check(
    deck >= LEAST_DECK && deck <= MOST_DECK && (deck & (deck - 1)) === 0,
    `needs a deck that is a power of two from ${LEAST_DECK} to ${MOST_DECK.toLocaleString('en')}`,
  );
  check(
    kinds === undefined || kinds.counts.reduce((sum, count) => sum + count, 0) === deck,
    'needs kinds for each journey of its deck',
  );
  check(longestMs === undefined || longestMs > 0, 'needs a longest time above 0');
  check(begins.length > 0 && begins.every(({ to }) => isState(to)), 'must begin at its states');
  check(ways.length === states.length, 'needs ways for each of its states');
  check(
    ways.flat().every(({ to }) => to === -1 || isState(to)),
    'has a way to an unknown state',
  );
  check([...begins, ...ways.flat()].every(hasWeight), 'needs weights above 0');
  check(
    ways.flat().every(({ wait }) => isWait(wait)),
    'needs waits of 0 milliseconds or more',
  );
}

const isTime = (ms: number): boolean => ms >= 0 && ms < Infinity;

function isWait(wait: Wait): boolean {
  switch (wait.kind) {
    case 'between':
      return isTime(wait.minMs) && isTime(wait.maxMs) && wait.minMs <= wait.maxMs;
    case 'mean':
      return isTime(wait.meanMs);
    case 'median':
      return isTime(wait.medianMs) && isTime(wait.sigma);
    default:
      return isTime(wait.ms);
  }
}

/** @throws RangeError if there are fewer children than the sampled journeys have visits, so that two would be the same one */
export function checkChildren({ states, of, each, children }: JourneyPlan, { visit }: Deck): void {
  if (of === undefined || each === undefined || children === undefined) return;
  const visits = visit.reduce((most, n) => Math.max(most, n), -1) + 1;
  if (visits * of.size <= children.size) return;
  const [own, parents, least] = [children.size, of.size, visits * of.size].map(grouped);
  throw new RangeError(
    `${children.entity} has the size ${own}, but a ${of.entity} comes to ${states[each]} up to ${visits} times, and there are ${parents}. Set the size to at least ${visits} × ${parents} = ${least}`,
  );
}

/** @throws RangeError if too many lives may never end */
export function checkEndless({ name, of }: JourneyPlan): void {
  if (of === undefined || of.size <= MOST_ENDLESS) return;
  throw new RangeError(
    `Journeys of ${name} never end, and ${of.entity} has the size ${grouped(of.size)}. Set it to ${grouped(MOST_ENDLESS)} at most, or let them end: by a way to an end, or by longest`,
  );
}

const grouped = (count: number): string => count.toLocaleString('en');

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
      `Up to ${inMillions(underWay)} journeys of ${name} would be active at a time, and ${timing.arrivals === 'poisson' ? 'poisson arrivals allow' : 'this deck allows'} ${inMillions(most)}. ` +
        (timing.arrivals === 'poisson'
          ? 'Use jitter, a lower rate or shorter waits.'
          : 'Increase deck, lower the rate or shorten the waits.'),
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
