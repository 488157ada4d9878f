import { isRecord } from '../../json.ts';
import { regExp } from '../text/texts.ts';
import { elementOf, hasType, isEqual, type Plain } from './plain.ts';

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
  return !isRecord(value) || isObject(value, plain, resolver);
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

function isObject(value: Readonly<Record<string, unknown>>, plain: Plain, resolver: Resolver): boolean {
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
