import type { JourneyPlan, Way } from '../../model/journey.ts';
import type { Seed } from '../../numeric/random.ts';
import { sampleDeck } from './deck.ts';
import { LIFETIME_MS, type Deck } from './steps.ts';

/**
 * Sampled ways from a state back to it, one after the other. A journey that never ends begins with one of them and goes through all,
 * again and again. Times count from the beginning of the first one.
 */
export interface Cycles {
  /** The steps that begin a cycle. */
  readonly firsts: Int32Array;
  readonly state: Int32Array;
  /** As in a deck. One more than steps: the last is how long all cycles take. */
  readonly lowMs: Float64Array;
  readonly widthMs: Float64Array;
}

/** As many cycles are sampled at least, and to find out how long they are. */
const LEAST_CYCLES = 256;
/** Steps of the cycles for each journey of the deck, at least, if these are cycles enough. */
const STEPS = 4;

/** The journeys up to where they begin to go in cycles, and these, by the state that they return to. */
export interface EndlessDeck {
  readonly deck: Deck;
  readonly cycles: ReadonlyMap<number, Cycles>;
}

/**
 * Samples the journeys of a deck. Where they may go on forever, each goes to a state that it returns to, and then through the cycles of
 * that state.
 *
 * @throws RangeError if the journeys have too many steps
 */
export function sampleEndless(plan: JourneyPlan, seed: Seed): EndlessDeck {
  const returns = plan.longestMs === undefined ? returnsOf(plan) : [];
  if (returns.length === 0) return { deck: sampleDeck(plan, seed), cycles: new Map() };
  const { name, states } = plan;
  const [first = -1] = returns;
  const problem = whyNotEndless(plan);
  if (problem !== undefined)
    throw new RangeError(
      `Journeys of ${name} never end once they come to ${states[first]}, and ${problem}. Add a way to an end, or longest`,
    );
  return {
    deck: sampleDeck(
      { ...plan, ways: plan.ways.map((ways, at) => (returns.includes(at) ? [] : ways)) },
      seed,
    ),
    cycles: new Map(returns.map((state) => [state, sampleCycles(plan, state, seed)])),
  };
}

/** Why journeys need an end; undefined: they need none. */
function whyNotEndless({ of, each, cascades = [], kinds }: JourneyPlan): string | undefined {
  if (of === undefined) return 'they are not the lives of an entity';
  if (each !== undefined || cascades.length > 0) return 'visits of each and cascades need an end';
  return kinds === undefined ? undefined : 'journeys by kinds need an end';
}

function sampleCycles(plan: JourneyPlan, state: number, seed: Seed): Cycles {
  const { states, ways, name, deck } = plan;
  const back = states.length;
  const sample = (size: number): Deck =>
    sampleDeck(
      {
        name: `${name}\n${states[state]}`,
        states: [...states, `${states[state]} again`],
        begins: [{ to: state, weight: 1 }],
        ways: [...ways.map((each) => each.map((way) => (way.to === state ? { ...way, to: back } : way))), []],
        deck: size,
      },
      seed,
    );
  const few = sample(LEAST_CYCLES);
  const perCycle = few.state.length / LEAST_CYCLES - 1;
  const wanted = Math.min(deck, 2 ** (31 - Math.clz32((STEPS * deck) / perCycle)));
  return joined(wanted <= LEAST_CYCLES ? few : sample(wanted), back);
}

/** Cycles one after the other. Each ends with a step of the state `back`, which is the first step of the next one. */
function joined({ size, firsts, state, lowMs, widthMs }: Deck, back: number): Cycles {
  const starts = new Int32Array(size);
  const states: number[] = [];
  const [lows, widths] = [[0], [0]];
  for (let cycle = 0; cycle < size; cycle++) {
    starts[cycle] = states.length;
    const [fromMs = 0, fromWidthMs = 0] = [lows.at(-1), widths.at(-1)];
    const end = firsts[cycle + 1];
    for (let n = firsts[cycle]; n < end && state[n] !== back; n++) {
      states.push(state[n]);
      // One that takes longer than it may comes back all the same.
      lows.push(fromMs + (n + 1 < end ? lowMs[n + 1] : LIFETIME_MS));
      widths.push(fromWidthMs + widthMs[Math.min(n + 1, end - 1)]);
    }
  }
  return {
    firsts: starts,
    state: Int32Array.from(states),
    lowMs: Float64Array.from(lows),
    widthMs: Float64Array.from(widths),
  };
}

/** The states from which journeys never end and to which they always return: of those that lead to each other, the one visited most. */
function returnsOf({ ways }: Pick<JourneyPlan, 'ways'>): readonly number[] {
  const next = ways.map((each) => each.map(({ to }) => to));
  const ending = new Set<number>();
  const ends = (to: readonly number[]): boolean =>
    to.length === 0 || to.some((each) => each < 0 || ending.has(each));
  for (let known = -1; known < ending.size;) {
    known = ending.size;
    next.forEach((to, state) => ends(to) && ending.add(state));
  }
  const found = new Set<number>();
  for (const state of next.keys()) {
    if (ending.has(state)) continue;
    const last = [...reached(next, state)].map((each) => reached(next, each));
    const least = last.reduce((least, each) => (each.size < least.size ? each : least));
    found.add(
      mostVisited(
        ways,
        [...least].toSorted((a, b) => a - b),
      ),
    );
  }
  return [...found];
}

/** The states that a state leads to. */
function reached(next: readonly (readonly number[])[], state: number): ReadonlySet<number> {
  const found = new Set<number>();
  const queue = [state];
  for (const from of queue)
    for (const to of next[from] ?? [])
      if (!found.has(to)) {
        found.add(to);
        queue.push(to);
      }
  return found;
}

/** Rounds in which shares of visits come close to those of a long journey. */
const ROUNDS = 64;

function mostVisited(ways: readonly (readonly Way[])[], states: readonly number[]): number {
  let shares = new Map(states.map((state) => [state, 1 / states.length]));
  for (let round = 0; round < ROUNDS; round++) {
    // Half stay where they are, so that shares do not swing.
    const after = new Map([...shares].map(([state, share]) => [state, share / 2]));
    for (const [state, share] of shares) {
      const total = (ways[state] ?? []).reduce((sum, { weight }) => sum + weight, 0);
      for (const { to, weight } of ways[state] ?? [])
        after.set(to, (after.get(to) ?? 0) + (share / 2) * (weight / total));
    }
    shares = after;
  }
  // Within rounding, the first of those that are equal.
  return states.reduce((most, state) =>
    (shares.get(state) ?? 0) > (shares.get(most) ?? 0) * (1 + 1e-9) ? state : most,
  );
}
