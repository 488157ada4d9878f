import { isObject } from '@catbird/engine';
import type { Shape } from '../shape.ts';
import { type BuilderContext, type Building, type Extent, MORE, type Spot, objectShape } from './objects.ts';
import { elementOf, type JsonType, type Plain, together, typeOf, type Resolver, satisfies } from './plain.ts';
import { numberShape, textShape } from './scalars.ts';

/** Depth at which required members end: what contains itself has no end. */
const MOST_DEPTH = 14;

/** Fields of all shapes. */
const MOST_FIELDS = 1_900;

/** Makes shapes of schemas. */
export interface Builder {
  /** The shape of a schema. Undefined if nothing is valid, or if it has no end. */
  readonly shape: Building['shape'];
  /** Whether there were too many fields. */
  readonly isOver: () => boolean;
  /** Whether something was left out for its depth or number. */
  readonly isCut: () => boolean;
}

/** A builder that follows schemas to an extent. */
export function newBuilder(context: BuilderContext, extent: Extent): Builder {
  let left = MOST_FIELDS;
  let isCut = false;
  const spend = (): void => void left--;
  const cut = (): void => void (isCut = true);
  const shape = (schema: unknown, name: string, depth: number): Shape | undefined => {
    if (left <= 0 || depth > MOST_DEPTH) {
      cut();
      return undefined;
    }
    const { placeOf, resolver } = context;
    const building: Building = { ...context, extent, shape, spend, cut };
    const found = oneOf(variantsOf(resolver.of(schema), { name, depth }, building, placeOf(schema)), name);
    const initial = isObject(schema) ? schema['default'] : undefined;
    return found === undefined || initial === undefined ? found : { ...found, initial };
  };
  return { shape, isOver: () => left <= 0, isCut: () => isCut };
}

/** The shapes of alternatives and their types, as many as the extent allows. */
function variantsOf(
  all: readonly Plain[],
  spot: Spot,
  building: Building,
  place: string | undefined,
): Shape[] {
  const { extent, cut } = building;
  const isDeep = spot.depth > extent.depth;
  const most = isDeep ? 1 : extent.alternatives;
  const ordered = isDeep ? all.toSorted((a, b) => costOf(a) - costOf(b)) : all;
  const found: Shape[] = [];
  for (const plain of ordered)
    for (const type of typesIn(plain, isDeep)) {
      if (found.length >= most) {
        if (!isDeep && all.length > 1) cut();
        return found;
      }
      const made = ofType(type, plain, spot, building, place);
      if (made !== undefined) found.push(made);
    }
  return found;
}

function ofType(
  type: JsonType | 'values',
  plain: Plain,
  spot: Spot,
  building: Building,
  place: string | undefined,
): Shape | undefined {
  const { name } = spot;
  const { resolver, notes, texts, spend } = building;
  switch (type) {
    case 'values':
      return valuesShape(plain, name, resolver);
    case 'null':
      return { name, kind: 'JSON', values: [null] };
    case 'boolean':
      return { name, kind: 'boolean' };
    case 'integer':
    case 'number':
      spend();
      return numberShape(plain, type, name);
    case 'string':
      spend();
      if (!texts.has(plain)) texts.set(plain, textShape(plain, name, notes, place));
      return named(texts.get(plain), name);
    case 'array':
      return listShape(plain, spot, building);
    default:
      return objectShape(plain, spot, building);
  }
}

function valuesShape(plain: Plain, name: string, resolver: Resolver): Shape | undefined {
  const values = (plain.values ?? []).filter((value) => satisfies(value, plain, resolver));
  return values.length === 0 ? undefined : { name, kind: 'text', values };
}

const named = (shape: Shape | undefined, name: string): Shape | undefined => shape && { ...shape, name };

/** The order in which types are tried where one is enough: those without members first. */
const CHEAP: readonly JsonType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** The order in which types of a value are offered. */
const USUAL: readonly JsonType[] = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'];

function typesIn(plain: Plain, isDeep: boolean): readonly (JsonType | 'values')[] {
  if (plain.values !== undefined) return ['values'];
  const types = impliedBy(plain);
  return (isDeep ? CHEAP : USUAL).filter((type) => types.includes(type));
}

/** Types that a schema without `type` is about. */
function impliedBy(plain: Plain): readonly JsonType[] {
  const { types } = plain;
  if (types.length < 6) return types;
  if (isAboutObjects(plain)) return ['object'];
  if (isAboutLists(plain)) return ['array'];
  if (isAboutNumbers(plain)) return types.filter((type) => type === 'integer' || type === 'number');
  return types.includes('string') ? ['string'] : types;
}

const isAboutObjects = ({ members, required, minMembers, names }: Plain): boolean =>
  required.length + minMembers + names.length > 0 ||
  members.some(
    ({ named, rest, patterns }) => Object.keys(named).length + patterns.length > 0 || rest !== undefined,
  );

const isAboutLists = ({ elements, minItems, maxItems, contains, isDistinct }: Plain): boolean =>
  elements.length + minItems + contains.length > 0 || isDistinct || maxItems < Infinity;

const isAboutNumbers = ({ min, max, above, below, steps }: Plain): boolean =>
  steps.length > 0 || Math.max(min, above) > -Infinity || Math.min(max, below) < Infinity;

/** Alternatives with values or without members end soonest. */
const costOf = (plain: Plain): number =>
  plain.values === undefined
    ? Math.min(...impliedBy(plain).map((type) => CHEAP.indexOf(type))) +
      plain.required.length +
      plain.minItems
    : -1;

/** One of some shapes: null apart, and values together. */
function oneOf(found: readonly Shape[], name: string): Shape | undefined {
  const isListed = ({ values, isList }: Shape): boolean => values !== undefined && isList !== true;
  const values = unlike(found.filter(isListed).flatMap((each) => each.values ?? []));
  const present = values.filter((each) => each !== null);
  const isNullable = present.length < values.length;
  const listed: Shape[] = present.length > 0 ? [{ name, kind: kindOf(present), values: present }] : [];
  const shapes = [...unlike(found.filter((each) => !isListed(each))), ...listed];
  const [only] = shapes;
  if (only === undefined) return isNullable ? { name, kind: 'JSON', values: [null] } : undefined;
  const shape: Shape = shapes.length === 1 ? only : { name, kind: 'one of', fields: shapes };
  return isNullable ? { ...shape, isNullable } : shape;
}

const unlike = <Value>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

function kindOf(values: readonly unknown[]): Shape['kind'] {
  const [type, ...others] = new Set(values.map(typeOf));
  if (others.length > 0) return 'text';
  if (type === 'integer') return 'whole number';
  return type === 'number' || type === 'boolean' ? type : 'text';
}

/** Elements that a list may need. */
const MOST_ITEMS = 1_000;

/** The shape of a list. Undefined if there is none. */
function listShape(plain: Plain, spot: Spot, building: Building): Shape | undefined {
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
