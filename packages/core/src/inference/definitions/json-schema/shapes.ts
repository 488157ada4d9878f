import type { Notes } from '../notes.ts';
import type { Shape } from '../shape.ts';
import { textsOf } from '../text/texts.ts';
import { elementOf, together, typeOf, type JsonType, type Plain } from './plain.ts';
import { isValid, satisfies, type Resolver } from './satisfies.ts';
import { numberShape, textShape } from './scalars.ts';

/** How much of a schema is followed. */
export interface Extent {
  /** Objects and lists within one another that optional members and elements are followed into. */
  readonly depth: number;
  /** Alternatives of a value. */
  readonly alternatives: number;
  /** Optional members of an object. */
  readonly members: number;
}

/** Depth at which required members end: what contains itself has no end. */
const MOST_DEPTH = 14;

/** Fields of all shapes. */
const MOST_FIELDS = 1_900;

/** Elements that a list has beyond those that it needs. */
const MORE = 3;

/** What builders of different extents share. */
export interface BuilderContext {
  readonly resolver: Resolver;
  readonly notes: Notes;
  /** The place of a schema as a JSON pointer. */
  readonly placeOf: (schema: unknown) => string | undefined;
  /** Shapes of texts that were found, which takes some tries. */
  readonly texts: WeakMap<Plain, Shape | undefined>;
}

/** Makes shapes of schemas. */
export interface Builder {
  /** The shape of a schema. Undefined if nothing is valid, or if it has no end. */
  readonly shape: (schema: unknown, name: string, depth: number) => Shape | undefined;
  /** Whether there were too many fields. */
  readonly isOver: () => boolean;
  /** Whether something was left out for its depth or number. */
  readonly isCut: () => boolean;
}

/** A builder that follows schemas to an extent. */
export function newBuilder({ resolver, notes, placeOf, texts }: BuilderContext, extent: Extent): Builder {
  let left = MOST_FIELDS;
  let isCut = false;

  const shape = (schema: unknown, name: string, depth: number): Shape | undefined => {
    if (left <= 0 || depth > MOST_DEPTH) {
      isCut = true;
      return undefined;
    }
    const place = placeOf(schema);
    const all = resolver.of(schema);
    const isDeep = depth > extent.depth;
    const most = isDeep ? 1 : extent.alternatives;
    const ordered = isDeep ? all.toSorted((a, b) => costOf(a) - costOf(b)) : all;
    const found: Shape[] = [];
    for (const plain of ordered)
      for (const type of typesIn(plain, isDeep)) {
        if (found.length >= most) {
          if (!isDeep && all.length > 1) isCut = true;
          break;
        }
        const made = ofType(type, plain, name, depth, place);
        if (made !== undefined) found.push(made);
      }
    return oneOf(found, name);
  };

  const ofType = (
    type: JsonType | 'values',
    plain: Plain,
    name: string,
    depth: number,
    place: string | undefined,
  ): Shape | undefined => {
    switch (type) {
      case 'values': {
        const values = (plain.values ?? []).filter((value) => satisfies(value, plain, resolver));
        return values.length === 0 ? undefined : { name, kind: 'text', values };
      }
      case 'null':
        return { name, kind: 'JSON', values: [null] };
      case 'boolean':
        return { name, kind: 'boolean' };
      case 'integer':
      case 'number':
        left--;
        return numberShape(plain, type, name);
      case 'string':
        left--;
        if (!texts.has(plain)) texts.set(plain, textShape(plain, name, notes, place));
        return withName(texts.get(plain), name);
      case 'array':
        return listShape(plain, name, depth);
      case 'object':
        return objectShape(plain, name, depth);
    }
  };

  const listShape = (plain: Plain, name: string, depth: number): Shape | undefined => {
    const isDeep = depth >= extent.depth;
    const contained = plain.contains.filter(({ min }) => min > 0);
    const min = Math.max(plain.minItems, ...contained.map(({ min: least }) => least));
    const most = Math.min(plain.maxItems, ...plain.contains.map(({ max }) => max));
    const max = isDeep ? min : Math.min(most, Math.max(min, MORE));
    if (min > plain.maxItems || min > 1_000) return undefined;
    const empty: Shape = { name, kind: 'JSON', values: [[]] };
    if (max === 0) return empty;
    const first = Math.max(0, ...plain.elements.map((each) => each.first.length));
    if (first > 0)
      return (
        tuple(plain, name, { length: Math.min(first, plain.maxItems), min }, depth) ??
        (min === 0 ? empty : undefined)
      );
    const schema = together([elementOf(plain, 0), ...contained.map((each) => each.schema)]);
    const element = shape(schema, name, depth + 1);
    if (element === undefined) return min === 0 ? empty : undefined;
    const count = { min, max: plain.isDistinct ? distinct(element, min, max) : max };
    if (count.max < count.min) return undefined;
    const { isOptional: _, ...inner } = element;
    const isNested = inner.isList === true || inner.isNullable === true;
    return {
      ...(isNested ? { name, kind: 'list' as const, fields: [inner] } : inner),
      isList: true,
      count,
      ...(plain.isDistinct ? { isDistinct: true } : {}),
    };
  };

  /** Elements of their own at each position. Those after the named ones are left out unless they are needed. */
  const tuple = (
    plain: Plain,
    name: string,
    { length, min }: { length: number; min: number },
    depth: number,
  ): Shape | undefined => {
    const fields: Shape[] = [];
    for (let at = 0; at < Math.max(length, min); at++) {
      const element = shape(elementOf(plain, at), name, depth + 1);
      if (element !== undefined) fields.push(element);
      else if (at < min) return undefined;
      else break;
    }
    return fields.length === 0 ? undefined : { name, kind: 'tuple', fields };
  };

  const objectShape = (plain: Plain, name: string, depth: number): Shape | undefined => {
    const declared = [...new Set(plain.members.flatMap(({ named }) => Object.keys(named)))];
    const isDeep = depth >= extent.depth;
    const required = requiredOf(plain, declared);
    const fields: Shape[] = [];
    const hasName = (each: string): boolean => plain.names.every((rule) => isValid(each, rule, resolver));
    const add = (each: string, isOptional: boolean): boolean => {
      if (!hasName(each)) return false;
      const found = shape(resolver.member(plain, each), each, depth + 1);
      if (found === undefined) return false;
      left--;
      fields.push(isOptional ? { ...found, isOptional: true } : found);
      return true;
    };
    // Those that are required cost what the others have left.
    const made = new Map(required.map((each) => [each, add(each, false)]));
    if ([...made.values()].includes(false)) return undefined;
    const optional = declared.filter((each) => !made.has(each));
    const room = Math.min(plain.maxMembers - required.length, isDeep ? 0 : extent.members);
    let missing = plain.minMembers - required.length;
    for (const each of optional) {
      const isNeeded = missing > 0;
      if (!isNeeded && fields.length - required.length >= room) {
        if (resolver.member(plain, each) !== false) isCut = true;
        break;
      }
      if (add(each, !isNeeded) && isNeeded) missing--;
    }
    const order = new Map(declared.map((each, i) => [each, i]));
    const placeIn = (each: Shape): number => order.get(each.name) ?? declared.length;
    const sorted = fields.toSorted((one, other) => placeIn(one) - placeIn(other));
    if (missing > 0 || sorted.length === 0) return mapShape(plain, name, depth, sorted, missing);
    noteExtra(plain);
    return { name, kind: 'object', fields: sorted };
  };

  const noteExtra = ({ members }: Plain): void => {
    for (const { patterns } of members)
      for (const [pattern, schema] of patterns)
        if (schema !== false && !/^\^(x-|\$|#|_|\\\$)/.test(pattern))
          notes.add(
            'Followed in part: members of patternProperties are left out beside properties',
            placeOf(schema),
          );
  };

  /** An object whose members have no names, or not enough of them. */
  const mapShape = (
    plain: Plain,
    name: string,
    depth: number,
    fields: readonly Shape[],
    missing: number,
  ): Shape | undefined => {
    const min = Math.max(0, missing);
    const max = Math.min(plain.maxMembers, Math.max(min, MORE));
    const names = namesOf(
      plain,
      fields.map((each) => each.name),
    );
    const schema = names === undefined ? false : resolver.member(plain, names[0] ?? 'key');
    const isOpen = schema !== true || min > 0;
    const value =
      max === 0 || !isOpen || (depth >= extent.depth && min === 0)
        ? undefined
        : shape(schema, 'value', depth + 1);
    if (value === undefined || names === undefined)
      return min > 0
        ? undefined
        : fields.length > 0
          ? { name, kind: 'object', fields }
          : { name, kind: 'JSON', values: [{}] };
    // Named members need all of the others by name.
    if (fields.length > 0)
      return names.length < min
        ? undefined
        : {
            name,
            kind: 'object',
            fields: [...fields, ...names.slice(0, min).map((each) => ({ ...value, name: each }))],
          };
    return {
      name,
      kind: 'map',
      size: { min, max },
      fields: [{ name: 'key', kind: 'text', values: names }, value],
    };
  };

  /** Names that all members may have, with one schema. */
  const namesOf = (plain: Plain, taken: readonly string[]): readonly string[] | undefined => {
    const rules = plain.names.flatMap((rule) => resolver.of(rule)[0] ?? []);
    const named = rules
      .find(({ values }) => values !== undefined)
      ?.values?.filter((each) => typeof each === 'string');
    const isAllowed = (text: string): boolean =>
      !taken.includes(text) &&
      plain.names.every((rule) => isValid(text, rule, resolver)) &&
      resolver.of(resolver.member(plain, text)).length > 0;
    if (named !== undefined) return some(named.filter(isAllowed));
    const patterns = rules.flatMap((rule) => rule.patterns);
    const own = plain.members.flatMap((each) => (each.rest === false ? each.patterns : []));
    const chosen =
      own.find(([, schema]) => schema !== false)?.[0] ??
      plain.members.flatMap((each) => each.patterns).find(([, schema]) => schema !== false)?.[0];
    const sources = [...patterns, ...(chosen === undefined ? [] : [chosen])];
    const minLength = Math.max(1, ...rules.map((rule) => rule.minLength));
    const maxLength = Math.min(Infinity, ...rules.map((rule) => rule.maxLength));
    if (own.length > 0 && chosen === undefined) return undefined;
    const from = sources.length > 0 ? sources : ['^[a-z]{3,9}$'];
    const first = textsOf({ patterns: from, minLength, maxLength, isAllowed });
    const schema = resolver.member(plain, first[0] ?? '');
    // Names of other patterns have schemas of their own.
    const isAlike = (text: string): boolean =>
      JSON.stringify(resolver.member(plain, text)) === JSON.stringify(schema);
    return some(first.filter(isAlike));
  };

  return { shape, isOver: () => left <= 0, isCut: () => isCut };
}

const withName = (shape: Shape | undefined, name: string): Shape | undefined => shape && { ...shape, name };

const some = (names: readonly string[]): readonly string[] | undefined =>
  names.length === 0 ? undefined : names;

/** Required members, with those that they require in turn; of optional ones, those that some member may bring with it. */
function requiredOf({ required, dependents }: Plain, declared: readonly string[]): string[] {
  const found = new Set(required);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [name, others] of dependents)
      if (found.has(name) || declared.includes(name)) for (const each of others) found.add(each);
  }
  return [...found];
}

/** Distinct elements that there may be: those of an enumeration. */
function distinct({ values, kind, isList }: Shape, min: number, max: number): number {
  if (isList === true) return max;
  const few = values?.length ?? (kind === 'boolean' ? 2 : Infinity);
  return Math.min(max, few < min ? -1 : few);
}

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
  const { types, members, required, elements, minItems } = plain;
  if (types.length < 6) return types;
  const isObject =
    members.some(
      ({ named, rest, patterns: own }) =>
        Object.keys(named).length > 0 || own.length > 0 || rest !== undefined,
    ) ||
    required.length > 0 ||
    plain.minMembers > 0 ||
    plain.names.length > 0;
  if (isObject) return ['object'];
  if (
    elements.length > 0 ||
    minItems > 0 ||
    plain.contains.length > 0 ||
    plain.isDistinct ||
    plain.maxItems < Infinity
  )
    return ['array'];
  if (
    plain.min > -Infinity ||
    plain.max < Infinity ||
    plain.above > -Infinity ||
    plain.below < Infinity ||
    plain.steps.length > 0
  )
    return types.filter((type) => type === 'integer' || type === 'number');
  return types.includes('string') ? ['string'] : types;
}

/** Alternatives with values or without members end soonest. */
const costOf = (plain: Plain): number =>
  plain.values === undefined
    ? Math.min(...impliedBy(plain).map((type) => CHEAP.indexOf(type))) +
      plain.required.length +
      plain.minItems
    : -1;

/** One of some shapes: null apart, and values together. */
function oneOf(found: readonly Shape[], name: string): Shape | undefined {
  const values = found.flatMap((each) => (each.isList === true ? [] : (each.values ?? [])));
  const given = [...new Map(values.map((each) => [JSON.stringify(each), each])).values()];
  const others = found.filter((each) => each.values === undefined || each.isList === true);
  const isNull = given.includes(null);
  const present = given.filter((each) => each !== null);
  const kind = kindOf(present);
  const shapes = [
    ...unlike(others),
    ...(present.length > 0 ? [{ name, kind, values: present } as Shape] : []),
  ];
  const [only] = shapes;
  if (only === undefined) return isNull ? { name, kind: 'JSON', values: [null] } : undefined;
  const shape: Shape = shapes.length === 1 ? only : { name, kind: 'one of', fields: shapes };
  return isNull ? { ...shape, isNullable: true } : shape;
}

const unlike = (shapes: readonly Shape[]): Shape[] => [
  ...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values(),
];

function kindOf(values: readonly unknown[]): Shape['kind'] {
  const types = new Set(values.map(typeOf));
  if (types.size !== 1) return 'text';
  if (types.has('integer')) return 'whole number';
  return types.has('number') ? 'number' : types.has('boolean') ? 'boolean' : 'text';
}
