import type { JourneyPlan, Wait, Way } from '../../model/journey.ts';
import { drawKey, keyedRandomizer, type Seed } from '../../numeric/random.ts';
import { byKind } from './kinds.ts';
import { waitQuantile } from './wait.ts';
import { withCascades } from './cascades.ts';
import { LIFETIME_MS, newStepList, type Deck } from './steps.ts';

/** The widths of step times: a share of the time since the start, and a millisecond for each step. */
const WIDTH_SHARE = 1 / 256;
const WIDTH_MS = 1;

/** Ends a journey, in place of a next state. */
const END = -1;

/** Random numbers from 0 up to 1. */
type Chance = () => number;

/**
 * Samples the journeys of a deck. Of those that come to a state at the same step, each way takes its exact share, and their waits are
 * spread evenly over the quantiles of its distribution.
 *
 * @throws RangeError if the journeys have too many steps
 */
export function sampleDeck(plan: JourneyPlan, seed: Seed): Deck {
  const { states, begins, ways, kinds, deck: size, longestMs = LIFETIME_MS } = plan;
  const chance = newChance(plan.name, seed);
  const [lowMs, widthMs] = [new Float64Array(size), new Float64Array(size)];
  const steps = newStepList(plan);
  const all = Array.from({ length: size }, (_, journey) => journey);
  let here = states.map((): number[] => []);
  for (const { way, journeys } of dealByKind(kinds, all, begins, chance))
    here[way.to] = [...here[way.to], ...journeys];

  while (here.some(({ length }) => length > 0)) {
    const next = states.map((): number[] => []);
    for (let state = 0; state < states.length; state++) {
      for (const journey of here[state]) steps.add(journey, state, lowMs[journey], widthMs[journey], 0);
      for (const { way, journeys } of dealByKind(kinds, here[state], ways[state], chance)) {
        if (way.to === END) continue;
        shuffle(journeys, chance);
        spread(journeys, way.wait, lowMs, widthMs);
        for (const journey of journeys)
          if (lowMs[journey] + widthMs[journey] <= longestMs) next[way.to].push(journey);
      }
    }
    here = next;
  }
  return withCascades(steps.deck(), plan);
}

function newChance(name: string, seed: Seed): Chance {
  const randomizer = keyedRandomizer();
  randomizer.begin(seed.s0, seed.s1, drawKey(`\ndeck\n${name}`, 0));
  return () => randomizer.next();
}

/** Deals the journeys of each kind out to its ways. */
const dealByKind = <T extends Pick<Way, 'weight' | 'byKind'>>(
  kinds: JourneyPlan['kinds'],
  all: number[],
  ways: readonly T[],
  chance: Chance,
): readonly Dealt<T>[] =>
  byKind(kinds, all, ways).flatMap((group) => deal(group.journeys, group.ways, chance));

/** The journeys that take a way. */
interface Dealt<T> {
  readonly way: T;
  readonly journeys: number[];
}

/** Deals journeys out to ways by their weights, each its share rounded up or down. */
function deal<T extends Pick<Way, 'weight'>>(
  journeys: number[],
  ways: readonly T[],
  chance: Chance,
): readonly Dealt<T>[] {
  if (journeys.length === 0 || ways.length === 0) return [];
  shuffle(journeys, chance);
  // Sums of weights as large as numbers can be would not be finite.
  const most = ways.reduce((most, { weight }) => Math.max(most, weight), 0);
  const total = ways.reduce((sum, { weight }) => sum + weight / most, 0);
  const shift = chance();
  let [sum, from] = [0, 0];
  return ways.map((way, n) => {
    sum += way.weight / most;
    const share = Math.floor((sum / total) * journeys.length + shift);
    const to = n === ways.length - 1 ? journeys.length : Math.min(journeys.length, share);
    const dealt = journeys.slice(from, to);
    from = to;
    return { way, journeys: dealt };
  });
}

function shuffle(list: number[], chance: Chance): void {
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1));
    const moved = list[last];
    list[last] = list[other];
    list[other] = moved;
  }
}

/**
 * Adds a wait to the times of journeys, each from its own share of the distribution. It is a whole millisecond at least, so that
 * each step has a time of its own. Where a share is wider than the width of a step may be, its middle stands for it.
 */
function spread(journeys: readonly number[], wait: Wait, lowMs: Float64Array, widthMs: Float64Array): void {
  const quantile = waitQuantile(wait);
  const { length } = journeys;
  for (let n = 0; n < length; n++) {
    const [from, middle, to] = [
      quantile(n / length),
      quantile((n + 0.5) / length),
      quantile((n + 1) / length),
    ];
    const most = middle * WIDTH_SHARE + WIDTH_MS;
    const isWide = !(to - from <= most);
    const low = isWide ? Math.max(from, middle - most / 2) : from;
    const journey = journeys[n];
    lowMs[journey] += Math.max(1, Math.floor(low));
    widthMs[journey] += isWide ? most : to - from;
  }
}
