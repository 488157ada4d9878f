import {
  elementOf,
  together,
  typesOfBoth,
  TYPES,
  type JsonType,
  type Plain,
  satisfies,
  type Resolver,
} from './plain.ts';

/** An alternative and its `not`. */
export interface Avoiding {
  /** The alternative without values for which one of its `not` holds. Undefined: all of its values are excluded. */
  readonly plain: Plain | undefined;
  /** Whether that is so for each of them. */
  readonly isCertain: boolean;
}

/** Excludes what an alternative must not be. */
export function avoiding(plain: Plain, resolver: Resolver): Avoiding {
  let found: Plain = { ...plain, not: [] };
  let isCertain = true;
  for (const not of plain.not) {
    const others = resolver.of(not);
    if (others.some(isAnything)) return { plain: undefined, isCertain };
    const next = avoided(found, others, resolver);
    if (next === undefined && found.values !== undefined) return { plain: undefined, isCertain };
    if (next === undefined) isCertain = false;
    found = next ?? found;
  }
  return { plain: found, isCertain };
}

/** Whether every value is valid. */
const isAnything = (plain: Plain): boolean =>
  plain.types.length === TYPES.length &&
  plain.values === undefined &&
  Object.values(plain).every(
    (each) =>
      each === plain.types ||
      each === undefined ||
      each === false ||
      each === 0 ||
      isInfinite(each) ||
      isEmpty(each),
  );

const isInfinite = (value: unknown): boolean => value === Infinity || value === -Infinity;
const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The alternative without the values of others. Undefined if a schema cannot express that. */
function avoided(plain: Plain, others: readonly Plain[], resolver: Resolver): Plain | undefined {
  let found: Plain | undefined = plain;
  for (const other of others) found = found && without(found, other, resolver);
  return found;
}

function without(plain: Plain, other: Plain, resolver: Resolver): Plain | undefined {
  const shared = typesOfBoth(plain.types, other.types);
  if (shared.length === 0) return plain;
  if (plain.values !== undefined) {
    const values = plain.values.filter((value) => !satisfies(value, other, resolver));
    return values.length === 0 ? undefined : { ...plain, values };
  }
  if (other.values !== undefined) return withoutValues(plain, other.values);
  const rest = plain.types.filter((type) => !shared.includes(type));
  for (const type of shared.toSorted((a, b) => TYPES.indexOf(b) - TYPES.indexOf(a))) {
    const found = BY_TYPE[type]?.(plain, other, resolver);
    if (found !== undefined)
      return { ...found, types: [...rest, ...(plain.types.includes(type) ? [type] : [])] };
  }
  return rest.length === 0 || rest.some((type) => type === 'number') ? undefined : { ...plain, types: rest };
}

/** The values of types that have few. */
const FEW: Readonly<Partial<Record<JsonType, readonly unknown[]>>> = { boolean: [true, false], null: [null] };

function withoutValues(plain: Plain, values: readonly unknown[]): Plain | undefined {
  const few = plain.types.map((type) => FEW[type]);
  if (few.some((each) => each === undefined)) {
    const types = plain.types.filter((type) => type !== 'null' || !values.includes(null));
    return { ...plain, types, excluded: [...plain.excluded, ...values] };
  }
  const left = few.flatMap((each) => each ?? []).filter((value) => !values.includes(value));
  return left.length === 0 ? undefined : { ...plain, values: left };
}

type Without = (plain: Plain, other: Plain, resolver: Resolver) => Plain | undefined;

/** Numbers beyond one of the bounds of the other. */
const withoutNumbers: Without = (plain, other) => {
  const { min, max, above, below } = other;
  const isApart =
    Math.max(plain.min, plain.above) > Math.min(max, below) ||
    Math.min(plain.max, plain.below) < Math.max(min, above);
  if (isApart) return plain;
  const changes: readonly (Partial<Plain> | undefined)[] = [
    plain.min < min ? { below: Math.min(plain.below, min) } : undefined,
    plain.min <= above && above > -Infinity ? { max: Math.min(plain.max, above) } : undefined,
    plain.max > max ? { above: Math.max(plain.above, max) } : undefined,
    plain.max >= below && below < Infinity ? { min: Math.max(plain.min, below) } : undefined,
  ];
  const change = changes.find((each) => each !== undefined);
  return change && { ...plain, ...change };
};

const withoutTexts: Without = (plain, other) => {
  const [pattern] = other.patterns;
  if (pattern !== undefined) return { ...plain, otherThan: [...plain.otherThan, pattern] };
  if (other.minLength > plain.minLength)
    return { ...plain, maxLength: Math.min(plain.maxLength, other.minLength - 1) };
  if (other.maxLength < plain.maxLength)
    return { ...plain, minLength: Math.max(plain.minLength, other.maxLength + 1) };
  return other.formats.some((format) => !plain.formats.includes(format)) ? plain : undefined;
};

const withoutLists: Without = (plain, other, resolver) => {
  if (other.minItems > plain.minItems)
    return { ...plain, maxItems: Math.min(plain.maxItems, other.minItems - 1) };
  if (other.maxItems < plain.maxItems)
    return { ...plain, minItems: Math.max(plain.minItems, other.maxItems + 1) };
  const isApart = resolver.of(together([elementOf(plain, 0), elementOf(other, 0)])).length === 0;
  return isApart ? { ...plain, minItems: Math.max(1, plain.minItems) } : undefined;
};

/** An object differs by a member: one that the other requires is missing, or one is different or not allowed there. */
const withoutObjects: Without = (plain, other, resolver) => {
  const own = (name: string): unknown => resolver.member(plain, name);
  const its = (name: string): unknown => resolver.member(other, name);
  const isApart = (name: string): boolean =>
    its(name) !== true && resolver.of(together([own(name), its(name)])).length === 0;
  if (plain.required.some(isApart)) return plain;
  const missing = other.required.find((name) => !plain.required.includes(name));
  if (missing !== undefined) return withMember(plain, missing, false);
  const names = [...new Set([...plain.required, ...namesOf(plain), ...namesOf(other)])];
  const canBe = (name: string): boolean => resolver.of(own(name)).length > 0;
  const apart = names.find((name) => isApart(name) && canBe(name));
  if (apart !== undefined) return { ...plain, required: [...new Set([...plain.required, apart])] };
  const differs = (name: string): boolean => {
    const others = its(name) === true ? [] : resolver.of(its(name));
    return (
      others.length > 0 &&
      resolver.of(own(name)).some((each) => avoided(each, others, resolver) !== undefined)
    );
  };
  const different = names.find(differs);
  if (different !== undefined) return withMember(plain, different, { not: its(different) }, true);
  if (other.minMembers > plain.minMembers && plain.required.length < other.minMembers)
    return { ...plain, maxMembers: Math.min(plain.maxMembers, other.minMembers - 1) };
  return undefined;
};

const namesOf = ({ members }: Plain): string[] => members.flatMap(({ named }) => Object.keys(named));

const withMember = (plain: Plain, name: string, schema: unknown, isRequired = false): Plain => ({
  ...plain,
  members: [...plain.members, { named: { [name]: schema }, patterns: [], rest: undefined }],
  required: isRequired ? [...new Set([...plain.required, name])] : plain.required,
});

const BY_TYPE: Readonly<Partial<Record<JsonType, Without>>> = {
  integer: withoutNumbers,
  number: withoutNumbers,
  string: withoutTexts,
  array: withoutLists,
  object: withoutObjects,
};
