import type { Shape } from '../shape.ts';
import { MORE, type Building, type Spot } from './building.ts';
import { elementOf, together, type Plain } from './plain.ts';

/** Elements that a list may need. */
const MOST_ITEMS = 1_000;

/** The shape of a list. Undefined if there is none. */
export function listShape(plain: Plain, spot: Spot, building: Building): Shape | undefined {
  const { min, max } = countOf(plain, spot.depth >= building.extent.depth);
  if (min > plain.maxItems || min > MOST_ITEMS) return undefined;
  const found = max === 0 ? undefined : filledList(plain, spot, { min, max }, building);
  return found ?? (min === 0 ? { name: spot.name, kind: 'JSON', values: [[]] } : undefined);
}

interface Count {
  readonly min: number;
  readonly max: number;
}

function countOf({ minItems, maxItems, contains }: Plain, isDeep: boolean): Count {
  const min = Math.max(minItems, ...contains.map((each) => each.min));
  const most = Math.min(maxItems, ...contains.map((each) => each.max));
  return { min, max: isDeep ? min : Math.min(most, Math.max(min, MORE)) };
}

function filledList(
  plain: Plain,
  { name, depth }: Spot,
  count: Count,
  building: Building,
): Shape | undefined {
  const first = Math.max(0, ...plain.elements.map((each) => each.first.length));
  if (first > 0) {
    const length = Math.max(Math.min(first, plain.maxItems), count.min);
    return tuple(plain, { name, depth }, { length, min: count.min }, building);
  }
  const contained = plain.contains.filter(({ min }) => min > 0).map(({ schema }) => schema);
  const element = building.shape(together([elementOf(plain, 0), ...contained]), name, depth + 1);
  if (element === undefined) return undefined;
  const max = plain.isDistinct ? distinct(element, count) : count.max;
  if (max < count.min) return undefined;
  const isNested = element.isList === true || element.isNullable === true;
  return {
    ...(isNested ? { name, kind: 'list' as const, fields: [element] } : element),
    isList: true,
    count: { min: count.min, max },
    ...(plain.isDistinct ? { isDistinct: true } : {}),
  };
}

/** Elements of their own at each position. Those after the named ones are left out unless they are needed. */
function tuple(
  plain: Plain,
  { name, depth }: Spot,
  { length, min }: { readonly length: number; readonly min: number },
  { shape }: Building,
): Shape | undefined {
  const fields: Shape[] = [];
  for (let at = 0; at < length; at++) {
    const element = shape(elementOf(plain, at), name, depth + 1);
    if (element === undefined) break;
    fields.push(element);
  }
  return fields.length === 0 || fields.length < min ? undefined : { name, kind: 'tuple', fields };
}

/** Distinct elements that there may be: those of an enumeration. */
function distinct({ values, kind, isList }: Shape, { min, max }: Count): number {
  if (isList === true) return max;
  const few = values?.length ?? (kind === 'boolean' ? 2 : Infinity);
  return Math.min(max, few < min ? -1 : few);
}
