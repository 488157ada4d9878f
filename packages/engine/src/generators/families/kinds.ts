import * as z from 'zod/mini';
import type { Entity } from '../../model/schema.ts';
import type { ArgumentFault, GeneratorType } from '../generator.ts';
import { entityPath } from '../scope.ts';
import { DECK } from './journey/params.ts';
import { kindOf } from '../kernels/relation/unique.ts';
import { described, required } from './params.ts';

interface KindParams {
  readonly kinds: Readonly<Record<string, number>>;
}

const NAME = 'catbird.kind';

/** The kinds of the starts of journeys: so many journeys of the deck are for each. */
export interface EntityKinds {
  /** Keys the order of kinds among the entities. */
  readonly order: string;
  readonly names: readonly string[];
  readonly counts: readonly number[];
}

/** How many of a deck each kind has: its share, rounded so that all together are the deck (largest remainders). */
function countsOf({ kinds }: KindParams): readonly number[] {
  const weights = Object.values(kinds);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (weight / total) * DECK);
  const counts = exact.map(Math.floor);
  const rest = DECK - counts.reduce((sum, count) => sum + count, 0);
  const byRemainder = [...exact.keys()].sort(
    (i, j) => ((exact[j] ?? 0) % 1) - ((exact[i] ?? 0) % 1) || i - j,
  );
  for (const i of byRemainder.slice(0, rest)) counts[i] = (counts[i] ?? 0) + 1;
  return counts;
}

/** The kinds that a field of an entity has; undefined if it is not there, or of another type. */
export function kindsOf(
  { name, fields }: Pick<Entity, 'name' | 'fields'>,
  by: string,
): EntityKinds | undefined {
  const field = fields.find((each) => each.name === by && each.type === NAME);
  if (field === undefined) return undefined;
  const params = field.args[0] as KindParams;
  return { order: `${entityPath(name)}${by}`, names: Object.keys(params.kinds), counts: countsOf(params) };
}

function kindFaults({ kinds }: KindParams): readonly ArgumentFault[] {
  const names = Object.keys(kinds);
  if (names.length < 2) return [{ path: [0, 'kinds'], text: 'kinds needs at least two kinds with weights' }];
  const rare = names.filter((_, i) => countsOf({ kinds })[i] === 0);
  return rare.slice(0, 1).map((name) => ({
    path: [0, 'kinds', name],
    text: `${name} has less than one of ${DECK} entities`,
    hint: 'Use a larger weight, or remove it',
  }));
}

/** The type of the kinds of entities, which their journeys can follow. */
export const kindTypes: readonly GeneratorType[] = [
  {
    name: NAME,
    summary: `One of several kinds, each with its exact share of every ${DECK} entities or rows. The lives of entities can differ by it: see by of catbird.journey`,
    params: required({
      kinds: described(
        z.record(z.string(), z.number().check(z.gt(0))),
        'Kinds with weights: {"person": 97, "bot": 3}',
      ),
    }),
    rowOnly: true,
    maxSize: Infinity,
    example: { kinds: { person: 97, bot: 3 } },
    faults: ([given]) => kindFaults(given as KindParams),
    compile([given], scope) {
      const params = given as KindParams;
      return kindOf(Object.keys(params.kinds), countsOf(params), scope);
    },
  },
];
