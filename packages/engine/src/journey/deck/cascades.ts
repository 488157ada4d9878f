import type { Cascade, JourneyPlan } from '../../model/journey.ts';
import { LIFETIME_MS, newStepList, type Deck, type StepList } from './steps.ts';

/** Inserts the cascades of a plan into its journeys, and says which visit of its state `each` a step belongs to. */
export function withCascades(deck: Deck, plan: JourneyPlan): Deck {
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
