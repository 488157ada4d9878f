import type { JourneyPlan, Wait, Way, Cascade } from '../../model/journey.ts';
import { drawKey, keyedRandomizer, type Seed } from '../../numeric/random.ts';
import { LIFETIME_MS, newStepList, type Deck, type StepList } from './steps.ts';
import { exp, log } from '../../numeric/deterministic-math.ts';
import { normalQuantile } from '../../numeric/normal.ts';

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

/** Journeys that take the same ways. */
interface Group<Each> {
  readonly journeys: number[];
  readonly ways: readonly Each[];
}

/** Journeys by the kinds of their entities, each with the ways that its kind takes. Without kinds, all are one group. */
function byKind<Each extends Pick<Way, 'weight' | 'byKind'>>(
  kinds: JourneyPlan['kinds'],
  journeys: number[],
  ways: readonly Each[],
): readonly Group<Each>[] {
  if (kinds === undefined) return [{ journeys, ways }];
  let end = 0;
  return kinds.counts.map((count, kind) => {
    const first = end;
    end += count;
    const last = end;
    return {
      journeys: journeys.filter((journey) => journey >= first && journey < last),
      ways: ways.flatMap((way) => {
        const weight = way.byKind?.[kind] ?? way.weight;
        return weight > 0 ? [{ ...way, weight }] : [];
      }),
    };
  });
}

/** Quantile function of a wait: milliseconds for a share from 0 to 1. `Infinity` where the distribution has no end. */
function waitQuantile(wait: Wait): (share: number) => number {
  switch (wait.kind) {
    case 'between':
      return (share) => wait.minMs + share * (wait.maxMs - wait.minMs);
    case 'mean':
      return (share) => -log(1 - share) * wait.meanMs;
    case 'median':
      return (share) => wait.medianMs * logNormalFactor(wait.sigma, share);
    default:
      return () => wait.ms;
  }
}

function logNormalFactor(sigma: number, share: number): number {
  if (sigma === 0) return 1;
  if (share <= 0) return 0;
  return share >= 1 ? Infinity : exp(sigma * normalQuantile(share));
}

/** Inserts the cascades of a plan into its journeys, and says which visit of its state `each` a step belongs to. */
function withCascades(deck: Deck, plan: JourneyPlan): Deck {
  const { each, cascades = [] } = plan;
  if (each === undefined && cascades.length === 0) return deck;
  const steps = newStepList(plan);
  for (let journey = 0; journey < deck.size; journey++) {
    const add = newWalk(steps, journey, plan, cascades);
    for (let n = deck.firsts[journey]; n < deck.firsts[journey + 1]; n++)
      if (!add(deck.state[n], deck.lowMs[n], deck.widthMs[n])) break;
  }
  return steps.deck();
}

/** Adds the steps of a journey, with what is to be inserted before them; false if it breaks off. */
function newWalk(
  steps: StepList,
  journey: number,
  { states, each, longestMs = LIFETIME_MS }: JourneyPlan,
  cascades: readonly Cascade[],
): (state: number, lowMs: number, widthMs: number) => boolean {
  const visits = new Int32Array(states.length);
  /** By cascade, the visits that a step of the cascade's state belongs to. */
  const ended = cascades.map(() => new Set<number>());
  /** A millisecond for each inserted step. */
  let insertedMs = 0;

  const insertBefore = (state: number, lowMs: number, widthMs: number): boolean =>
    cascades.every((cascade, n) => {
      if (cascade.before !== state) return true;
      for (let visit = 0; visit < visits[cascade.each]; visit++) {
        if (ended[n].has(visit)) continue;
        ended[n].add(visit);
        if (!add(cascade.as, lowMs, widthMs, { each: cascade.each, visit })) return false;
        insertedMs++;
      }
      return true;
    });
  const add = (
    state: number,
    lowMs: number,
    widthMs: number,
    inserted?: { readonly each: number; readonly visit: number },
  ): boolean => {
    if (!insertBefore(state, lowMs, widthMs)) return false;
    const atMs = lowMs + insertedMs;
    if (atMs + widthMs > longestMs) return false;
    visits[state]++;
    if (inserted === undefined)
      cascades.forEach(({ as, each }, n) => {
        if (as === state) ended[n].add(visits[each] - 1);
      });
    const last = each === undefined ? 0 : visits[each] - 1;
    steps.add(journey, state, atMs, widthMs, inserted?.each === each ? (inserted?.visit ?? last) : last);
    return true;
  };
  return add;
}
