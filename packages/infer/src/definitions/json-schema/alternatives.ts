import { isObject } from '@catbird/engine';
import type { JsonObject } from '../definition.ts';
import type { Notes } from '../not-followed.ts';
import { plainOf } from './keywords.ts';
import { ANYTHING, both, memberOf, type Plain } from './plain.ts';
import type { References } from './references.ts';
import { avoiding } from './avoid.ts';

/** Alternatives of a schema that are followed: combinations of several `oneOf` have a product of them. */
const MOST = 32;

/** References that lead to references, and combinations within combinations. */
const MOST_STEPS = 40;

/** Schemas whose `not` are resolved at the same time, one because of another. */
const MOST_OPEN = 8;

/** The alternatives of schemas. */
export interface Alternatives {
  /** The alternatives of a schema, the first ones first. None: nothing is valid. */
  readonly of: (schema: unknown) => readonly Plain[];
  /** The schema of a member of an alternative. */
  readonly member: (plain: Plain, name: string) => unknown;
}

/** Resolves references and combinations: `allOf`, `anyOf`, `oneOf`, `not` and conditions. */
export function alternativesIn(references: References, notes: Notes): Alternatives {
  const known = new WeakMap<object, readonly Plain[]>();
  const place = (schema: object): string | undefined => references.placeOf(schema);

  const flattened = new WeakMap<object, readonly Plain[]>();

  /** Alternatives whose `not` are still open. */
  const flat = (schema: unknown, steps: number): readonly Plain[] => {
    if (schema === false) return [];
    if (!isObject(schema) || steps > MOST_STEPS) return [ANYTHING];
    const before = flattened.get(schema);
    if (before !== undefined) return before;
    const found = combined(schema, steps);
    flattened.set(schema, found);
    return found;
  };
  const combined = (schema: JsonObject, steps: number): readonly Plain[] => {
    let found: readonly Plain[] = [plainOf(schema, notes, place(schema))].filter(
      (each) => each !== undefined,
    );
    const add = (others: readonly Plain[]): void => {
      found = product(found, others);
    };
    for (const key of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = schema[key];
      if (typeof reference === 'string')
        add(flat(target(reference, schema, key === '$dynamicRef'), steps + 1));
    }
    for (const part of listAt(schema, 'allOf')) add(flat(part, steps + 1));
    if (Array.isArray(schema['anyOf'])) add(anyOf(schema['anyOf'], steps));
    if (Array.isArray(schema['oneOf'])) add(oneOf(schema, schema['oneOf'], steps));
    if (schema['not'] !== undefined) add([{ ...ANYTHING, not: [schema['not']] }]);
    if (schema['if'] !== undefined) add(conditional(schema, steps));
    for (const [name, part] of dependentSchemas(schema)) add(dependent(name, part, steps));
    return closed(schema, found);
  };
  const target = (reference: string, from: JsonObject, isDynamic: boolean): unknown => {
    const find = isDynamic ? references.findDynamic : references.find;
    const found = find(reference, from) ?? (META.test(reference) ? A_SCHEMA : undefined);
    if (found === undefined)
      notes.add(
        reference.startsWith('#')
          ? `Not followed: ${reference}: the document has no such part. Any value stands for it`
          : `Not followed: ${reference}: references lead within the document only. Any value stands for it`,
      );
    return found ?? true;
  };
  const anyOf = (parts: readonly unknown[], steps: number): readonly Plain[] =>
    parts.flatMap((part) => flat(part, steps + 1));
  const oneOf = (schema: JsonObject, parts: readonly unknown[], steps: number): readonly Plain[] =>
    parts.flatMap((part, i) => {
      const tagged = tagOf(schema, part);
      // What a tag tells apart, no other schema needs to.
      const others = tagged === ANYTHING ? parts.filter((_, j) => j !== i) : [];
      return product(flat(part, steps + 1), [{ ...tagged, not: others }]);
    });
  const conditional = (schema: JsonObject, steps: number): readonly Plain[] => {
    const { if: condition, then = true, else: otherwise = true } = schema;
    if (then === true && otherwise === true) return [ANYTHING];
    return [
      ...product(flat(condition, steps + 1), flat(then, steps + 1)),
      ...product([{ ...ANYTHING, not: [condition] }], flat(otherwise, steps + 1)),
    ];
  };
  /** A member brings a schema with it, or is left out. */
  const dependent = (name: string, part: unknown, steps: number): readonly Plain[] => [
    ...flat(part, steps + 1),
    { ...ANYTHING, members: [{ named: { [name]: false }, patterns: [], rest: true }] },
  ];
  let open = 0;
  const of = (schema: unknown): readonly Plain[] => {
    if (open >= MOST_OPEN) return [ANYTHING];
    open++;
    const found = resolved(schema);
    open--;
    return found;
  };
  const resolved = (schema: unknown): readonly Plain[] => {
    const before = isObject(schema) ? known.get(schema) : undefined;
    if (before !== undefined) return before;
    // A schema whose `not` leads to itself has no meaning: it is any value while it is resolved.
    if (isObject(schema)) known.set(schema, [ANYTHING]);
    const tried = flat(schema, 0).map((plain) => avoiding(plain, { of, member }));
    const certain = tried.filter(({ isCertain }) => isCertain).flatMap((each) => each.plain ?? []);
    const others = tried.filter(({ isCertain }) => !isCertain).flatMap((each) => each.plain ?? []);
    if (others.length > 0)
      notes.add(
        certain.length > 0
          ? 'Followed in part: alternatives that may hold together with one that must not are left out'
          : 'Not followed: alternatives must not hold together, or not at all, and may do so',
        isObject(schema) ? place(schema) : undefined,
      );
    const found = certain.length > 0 ? certain : others;
    if (isObject(schema)) known.set(schema, found);
    return found;
  };
  // Equal schemas have one identity, by which they are known.
  const members = new WeakMap<Plain, Map<string, unknown>>();
  const member = (plain: Plain, name: string): unknown => {
    const own = members.get(plain) ?? new Map<string, unknown>();
    members.set(plain, own);
    if (!own.has(name)) own.set(name, memberOf(plain, name));
    return own.get(name);
  };
  return { of, member };
}

/** References to what any schema is. */
const META = /^https?:\/\/json-schema\.org\/(draft-0\d|draft\/[\d-]+)\/schema#?$/;

/** A schema that is a value itself: `true` is one in all drafts but the oldest, and `{}` in all. */
const A_SCHEMA = { enum: [{}] };

function product(a: readonly Plain[], b: readonly Plain[]): readonly Plain[] {
  const found: Plain[] = [];
  for (const one of a)
    for (const other of b) {
      const merged = both(one, other);
      if (merged !== undefined) found.push(merged);
      if (found.length >= MOST) return found;
    }
  return found;
}

const listAt = (schema: JsonObject, key: string): readonly unknown[] => {
  const value = schema[key];
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
};

/** Schemas that a member brings with it: `dependentSchemas`, and `dependencies` of earlier drafts. */
function dependentSchemas({ dependentSchemas: own, dependencies }: JsonObject): [string, unknown][] {
  return [own, dependencies]
    .filter(isObject)
    .flatMap((each) => Object.entries(each))
    .filter(([, part]) => !Array.isArray(part) && typeof part !== 'string');
}

/** OpenAPI: the member that names the alternative. */
function tagOf({ discriminator }: JsonObject, part: unknown): Plain {
  if (!isObject(discriminator) || !isObject(part)) return ANYTHING;
  const { propertyName: name, mapping } = discriminator;
  const reference = part['$ref'];
  if (typeof name !== 'string' || typeof reference !== 'string') return ANYTHING;
  const last = reference.slice(reference.lastIndexOf('/') + 1);
  const named = isObject(mapping)
    ? Object.entries(mapping).find(([, to]) => to === reference || to === last)?.[0]
    : undefined;
  const members = [{ named: { [name]: { const: named ?? last } }, patterns: [], rest: true }];
  return { ...ANYTHING, members, required: [name] };
}

/** `unevaluatedProperties` and `unevaluatedItems`: what no part of an alternative names. */
function closed(schema: JsonObject, found: readonly Plain[]): readonly Plain[] {
  const { unevaluatedProperties: members, unevaluatedItems: elements } = schema;
  const isOpen = (rest: unknown): boolean => rest === undefined || rest === true;
  if (isOpen(members) && isOpen(elements)) return found;
  return found.map((plain) => ({
    ...plain,
    ...(isOpen(members) ? {} : { members: [...plain.members, othersThan(plain, members)] }),
    ...(isOpen(elements) ? {} : { elements: [...plain.elements, laterThan(plain, elements)] }),
  }));
}

function othersThan({ members }: Plain, rest: unknown): Plain['members'][number] {
  const isAll = members.some((each) => each.rest !== undefined);
  return {
    named: Object.fromEntries(members.flatMap(({ named }) => Object.keys(named).map((key) => [key, true]))),
    patterns: members.flatMap(({ patterns }) => patterns.map(([pattern]) => [pattern, true] as const)),
    rest: isAll ? true : rest,
  };
}

function laterThan({ elements }: Plain, rest: unknown): Plain['elements'][number] {
  const length = Math.max(0, ...elements.map(({ first }) => first.length));
  const isAll = elements.some((each) => each.rest !== undefined);
  return { first: Array.from({ length }, () => true), rest: isAll ? true : rest };
}
