import { isObject } from '@catbird/engine';
import type { JsonObject } from '../definition.ts';
import { regExp } from '../text/matching.ts';

/** The types of JSON Schema. `number` includes whole numbers. */
export const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;

/** One of `TYPES`. */
export type JsonType = (typeof TYPES)[number];

/** What one schema says about the members of an object: those that it names, those of a pattern, and all others. */
export interface Members {
  readonly named: JsonObject;
  readonly patterns: readonly (readonly [string, unknown])[];
  /** The schema of all others. */
  readonly rest: unknown;
}

/** What one schema says about the elements of a list. */
export interface Elements {
  readonly first: readonly unknown[];
  /** The schema of all others. */
  readonly rest: unknown;
}

/** An element that a list contains. */
export interface Contained {
  readonly schema: unknown;
  readonly min: number;
  readonly max: number;
}

/** One alternative of a schema, without references and combinations: all its parts hold together. */
export interface Plain {
  readonly types: readonly JsonType[];
  /** The only values. */
  readonly values?: readonly unknown[] | undefined;
  readonly min: number;
  readonly max: number;
  readonly above: number;
  readonly below: number;
  readonly steps: readonly number[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly isBase64: boolean;
  readonly members: readonly Members[];
  readonly required: readonly string[];
  readonly minMembers: number;
  readonly maxMembers: number;
  /** Schemas of the names of members. */
  readonly names: readonly unknown[];
  /** Members that require others. */
  readonly dependents: readonly (readonly [name: string, others: readonly string[]])[];
  readonly elements: readonly Elements[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly isDistinct: boolean;
  readonly contains: readonly Contained[];
  /** Schemas that must not hold. */
  readonly not: readonly unknown[];
  /** Values that are not allowed. */
  readonly excluded: readonly unknown[];
  /** Patterns that texts must not match. */
  readonly otherThan: readonly string[];
}

/** Everything is allowed. */
export const ANYTHING: Plain = {
  types: TYPES,
  min: -Infinity,
  max: Infinity,
  above: -Infinity,
  below: Infinity,
  steps: [],
  minLength: 0,
  maxLength: Infinity,
  patterns: [],
  formats: [],
  isBase64: false,
  members: [],
  required: [],
  minMembers: 0,
  maxMembers: Infinity,
  names: [],
  dependents: [],
  elements: [],
  minItems: 0,
  maxItems: Infinity,
  isDistinct: false,
  contains: [],
  not: [],
  excluded: [],
  otherThan: [],
};

/** Both together. Undefined if they contradict each other in type or values. */
export function both(a: Plain, b: Plain): Plain | undefined {
  const types = typesOfBoth(a.types, b.types);
  const values =
    a.values === undefined || b.values === undefined
      ? (a.values ?? b.values)
      : a.values.filter((value) => b.values?.some((other) => isEqual(value, other)));
  if (types.length === 0 || values?.length === 0) return undefined;
  return {
    types,
    values,
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
    above: Math.max(a.above, b.above),
    below: Math.min(a.below, b.below),
    steps: [...new Set([...a.steps, ...b.steps])],
    minLength: Math.max(a.minLength, b.minLength),
    maxLength: Math.min(a.maxLength, b.maxLength),
    patterns: [...new Set([...a.patterns, ...b.patterns])],
    formats: [...new Set([...a.formats, ...b.formats])],
    isBase64: a.isBase64 || b.isBase64,
    members: [...new Set([...a.members, ...b.members])],
    required: [...new Set([...a.required, ...b.required])],
    minMembers: Math.max(a.minMembers, b.minMembers),
    maxMembers: Math.min(a.maxMembers, b.maxMembers),
    names: [...a.names, ...b.names],
    dependents: [...a.dependents, ...b.dependents],
    elements: [...new Set([...a.elements, ...b.elements])],
    minItems: Math.max(a.minItems, b.minItems),
    maxItems: Math.min(a.maxItems, b.maxItems),
    isDistinct: a.isDistinct || b.isDistinct,
    contains: [...a.contains, ...b.contains],
    not: [...new Set([...a.not, ...b.not])],
    excluded: [...a.excluded, ...b.excluded],
    otherThan: [...a.otherThan, ...b.otherThan],
  };
}

export const typesOfBoth = (a: readonly JsonType[], b: readonly JsonType[]): JsonType[] =>
  TYPES.filter((type) => includesType(a, type) && includesType(b, type) && !isCovered(type, a, b));

const includesType = (types: readonly JsonType[], type: JsonType): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

/** Whole numbers need no mention beside numbers. */
const isCovered = (type: JsonType, a: readonly JsonType[], b: readonly JsonType[]): boolean =>
  type === 'integer' && a.includes('number') && b.includes('number');

/** The schema of a member: what all parts say about it. */
export function memberOf({ members }: Plain, name: string): unknown {
  const parts = members.flatMap(({ named, patterns, rest }) => {
    const own = [
      ...(Object.hasOwn(named, name) ? [named[name]] : []),
      ...patterns.filter(([pattern]) => regExp(pattern)?.test(name) === true).map(([, schema]) => schema),
    ];
    if (own.length > 0) return own;
    return rest === undefined ? [] : [rest];
  });
  return together(parts);
}

/** The schema of an element. */
export const elementOf = ({ elements }: Plain, at: number): unknown =>
  together(
    elements.flatMap(({ first, rest }) => {
      if (at < first.length) return [first[at]];
      return rest === undefined ? [] : [rest];
    }),
  );

/** All of some schemas. */
export function together(parts: readonly unknown[]): unknown {
  const said = [...new Set(parts)].filter((part) => part !== true);
  if (said.includes(false)) return false;
  return said.length < 2 ? (said[0] ?? true) : { allOf: said };
}

/** The type of a value. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  const type = typeof value;
  return type === 'boolean' || type === 'string' ? type : 'object';
}

/** Whether a value has one of the types. */
export const hasType = (value: unknown, types: readonly JsonType[]): boolean =>
  includesType(types, typeOf(value));

/** Whether two values of JSON are equal, whatever the order of members. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, i) => isEqual(each, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

/** What resolves schemas. */
export interface Resolver {
  /** The alternatives of a schema. */
  readonly of: (schema: unknown) => readonly Plain[];
  /** The schema of a member of an alternative. */
  readonly member: (plain: Plain, name: string) => unknown;
}

/** Whether a value is valid under a schema. Formats are not checked. */
export const isValid = (value: unknown, schema: unknown, resolver: Resolver): boolean =>
  resolver.of(schema).some((plain) => satisfies(value, plain, resolver));

/** Whether a value is valid under one alternative. */
export function satisfies(value: unknown, plain: Plain, resolver: Resolver): boolean {
  const { types, values, excluded } = plain;
  if (!hasType(value, types) || excluded.some((each) => isEqual(each, value))) return false;
  if (values !== undefined && !values.some((each) => isEqual(each, value))) return false;
  if (typeof value === 'number') return isNumber(value, plain);
  if (typeof value === 'string') return isText(value, plain);
  if (Array.isArray(value)) return isList(value, plain, resolver);
  return !isObject(value) || isValidObject(value, plain, resolver);
}

const isNumber = (value: number, { min, max, above, below, steps }: Plain): boolean =>
  value >= min &&
  value <= max &&
  value > above &&
  value < below &&
  steps.every((step) => Number.isInteger(value / step));

function isText(value: string, { minLength, maxLength, patterns, otherThan }: Plain): boolean {
  const { length } = Array.from(value);
  return (
    length >= minLength &&
    length <= maxLength &&
    patterns.every((pattern) => regExp(pattern)?.test(value) !== false) &&
    otherThan.every((pattern) => regExp(pattern)?.test(value) !== true)
  );
}

function isList(list: readonly unknown[], plain: Plain, resolver: Resolver): boolean {
  const { minItems, maxItems, isDistinct, contains } = plain;
  if (list.length < minItems || list.length > maxItems) return false;
  if (isDistinct && list.some((each, i) => list.slice(0, i).some((other) => isEqual(each, other))))
    return false;
  const isContained = ({ schema, min, max }: Plain['contains'][number]): boolean => {
    const found = list.filter((each) => isValid(each, schema, resolver)).length;
    return found >= min && found <= max;
  };
  return contains.every(isContained) && list.every((each, i) => isValid(each, elementOf(plain, i), resolver));
}

function isValidObject(value: Readonly<Record<string, unknown>>, plain: Plain, resolver: Resolver): boolean {
  const names = Object.keys(value);
  const { required, minMembers, maxMembers, names: rules, dependents } = plain;
  return (
    names.length >= minMembers &&
    names.length <= maxMembers &&
    required.every((name) => names.includes(name)) &&
    dependents.every(
      ([name, others]) => !names.includes(name) || others.every((each) => names.includes(each)),
    ) &&
    names.every(
      (name) =>
        rules.every((rule) => isValid(name, rule, resolver)) &&
        isValid(value[name], resolver.member(plain, name), resolver),
    )
  );
}
