import { suggestion } from '../../model/suggestion.ts';
import type { Op } from '../kernels/relation/change.ts';
import type { TimedJourney } from '../kernels/engine/cell.ts';

/** Whether the row of a table exists, as changes come. */
type Life = 'none' | 'live' | 'deleted' | 'over';

/**
 * What the steps of each state do, by the index of the state.
 *
 * @throws Error if a state of the stream has no op, or if its changes could come in an order that no table allows
 */
export function opsOf(journey: TimedJourney, given: Readonly<Record<string, Op>>): readonly Op[] {
  const { states } = journey;
  const unknown = Object.keys(given).find((name) => !states.includes(name));
  if (unknown !== undefined) {
    const meant = suggestion(unknown, states);
    const hint = meant === undefined ? `States: ${states.join(', ')}` : `Did you mean ${meant}?`;
    throw new Error(`ops names unknown state ${unknown}. ${hint}`);
  }
  const ops = states.map((name) => (Object.hasOwn(given, name) ? given[name] : undefined));
  checkOrder(journey, ops);
  return ops.map((op) => op ?? null);
}

/** Follows all ways of a journey together with the life of the row. */
function checkOrder(journey: TimedJourney, ops: readonly (Op | undefined)[]): void {
  const { only, each, begins, ways, cascades = [] } = journey;
  const isRow = (state: number): boolean => only === undefined || only.includes(state);
  const done = new Set<string>();
  const visit = (state: number, before: Life): void => {
    if (state < 0 || done.has(`${state} ${before}`)) return;
    done.add(`${state} ${before}`);
    const born = state === each ? 'none' : before;
    const isBelow = each !== undefined && state !== each && born === 'none';
    const life = isRow(state) && !isBelow ? lifeAfter(state, born, journey, ops) : born;
    for (const { to } of ways[state] ?? []) visit(to, life);
  };
  for (const { to } of begins) visit(to, 'none');
  for (const { as } of cascades)
    if (isRow(as) && lifeAfter(as, 'live', journey, ops) !== 'deleted')
      throw new Error(`ops: ${nameOf(as, journey)} ends what it belongs to, so its op must be d`);
}

const nameOf = (state: number, { states }: TimedJourney): string => states[state] ?? '';

/** The life of the row after a step of a state. @throws Error if its op does not fit the life before */
function lifeAfter(
  state: number,
  before: Life,
  journey: TimedJourney,
  ops: readonly (Op | undefined)[],
): Life {
  const name = nameOf(state, journey);
  const op = ops[state];
  if (op === undefined)
    throw new Error(`ops lacks the state ${name}. Add it, or leave it out with the journey's only`);
  const after = NEXT[before].get(op);
  if (after === undefined) throw new Error(`ops: ${WHY[before](name)}`);
  return after;
}

/** What may happen to a row, and its life afterwards. */
const NEXT: Readonly<Record<Life, ReadonlyMap<Op, Life>>> = {
  none: new Map([
    ['c', 'live'],
    ['r', 'live'],
  ]),
  live: new Map([
    ['u', 'live'],
    ['d', 'deleted'],
  ]),
  deleted: new Map([[null, 'over']]),
  over: new Map(),
};

const WHY: Readonly<Record<Life, (name: string) => string>> = {
  none: (name) => `${name} may be the first change of a row, so its op must be c, or r for a snapshot`,
  live: (name) => `${name} may be a later change of a row, so its op must be u or d`,
  deleted: (name) =>
    `${name} may come after a delete. Only a tombstone can: write null as its op, or end the journey with the delete`,
  over: (name) => `${name} may come after a tombstone, which must be the last change of a row`,
};
