import type { JourneyPlan, Wait, Way } from '../model/journey.ts';
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
