import { isObject } from '@catbird/engine';
import type { JsonObject } from '../definition.ts';
import type { Notes } from '../not-followed.ts';
import type { Field, Rule } from './field.ts';

/** What rules say about the values of a field. */
export interface ValueRules {
  readonly isRequired?: boolean;
  readonly isUnique?: boolean;
  /** Keywords of JSON Schema. */
  readonly schema: JsonObject;
}

/** Names of metrics in version 3.0 of the standard, and what stands for them in SQL. */
const METRICS: Readonly<Record<string, string>> = {
  nullCheck: 'nullValues',
  duplicateCount: 'duplicateValues',
  uniqueCheck: 'duplicateValues',
  validValues: 'invalidValues',
};

/** Counts of all rows, or of those where a column is null. */
const COUNT = /^\s*select\s+count\s*\(\s*\*\s*\)(?:\s+(?:as\s+)?\w+)?\s+from\s+["`\w.{}]+\s*;?\s*$/i;
const NULLS =
  /^\s*select\s+count\s*\(\s*\*\s*\)(?:\s+(?:as\s+)?\w+)?\s+from\s+["`\w.{}]+\s+where\s+["`\w.{}]+\s+is\s+null\s*;?\s*$/i;

/** The metric of a rule. Undefined after a note on one that is not followed. */
function metricOf(rule: Rule, place: string, notes: Notes): string | undefined {
  const { type, metric, rule: old, query, engine } = rule;
  const named = metric ?? old;
  if (typeof named === 'string' && type !== 'sql') return METRICS[named] ?? named;
  if (typeof query === 'string' && COUNT.test(query)) return 'rowCount';
  if (typeof query === 'string' && NULLS.test(query)) return 'nullValues';
  const of = type === 'custom' ? `of ${String(engine)}` : type === 'sql' ? 'in SQL' : 'as free text';
  notes.add(`Not followed: the rule of quality ${of}`, place);
  return undefined;
}

const numberAt = (rule: Rule, ...keys: readonly string[]): number | undefined =>
  keys.map((key) => rule[key]).find((each) => typeof each === 'number');

/** What a figure must be, as bounds that are included. */
function boundsOf(rule: Rule): { readonly min: number; readonly max: number } {
  const { mustBeBetween } = rule;
  const [least, most]: readonly unknown[] = Array.isArray(mustBeBetween) ? mustBeBetween : [];
  const exact = numberAt(rule, 'mustBe');
  const above = numberAt(rule, 'mustBeGreaterThan');
  const below = numberAt(rule, 'mustBeLessThan');
  const min = exact ?? numberAt(rule, 'mustBeGreaterOrEqualTo', 'mustBeGreaterThanOrEqualTo') ?? least;
  const max = exact ?? numberAt(rule, 'mustBeLessOrEqualTo', 'mustBeLessThanOrEqualTo') ?? most;
  return {
    min: above === undefined ? (typeof min === 'number' ? min : -Infinity) : above + 1,
    max: below === undefined ? (typeof max === 'number' ? max : Infinity) : Math.max(0, below - 1),
  };
}

/** Whether a rule holds if no row breaks it. */
const allowsNone = (rule: Rule): boolean => boundsOf(rule).min <= 0 && rule['mustNotBe'] !== 0;

/** What the rules of a field say about each of its values: none breaks them, however many may. */
export function valueRules(
  { rules, type }: Pick<Field, 'rules' | 'type'>,
  place: string,
  notes: Notes,
): ValueRules {
  let found: ValueRules = { schema: {} };
  for (const rule of rules) {
    const metric = metricOf(rule, place, notes);
    if (metric === undefined) continue;
    const one = allowsNone(rule) ? ofMetric(metric, rule, type) : undefined;
    if (one === undefined) notes.add(`Not followed: the rule of quality ${metric}`, place);
    else found = { ...found, ...one, schema: { ...found.schema, ...one.schema } };
  }
  return found;
}

function ofMetric(metric: string, rule: Rule, type: string): ValueRules | undefined {
  const given = isObject(rule['arguments']) ? rule['arguments'] : rule;
  const { validValues, pattern } = given;
  switch (metric) {
    case 'nullValues':
      return { isRequired: true, schema: {} };
    case 'missingValues':
      // Generated texts are neither empty nor "N/A".
      return { isRequired: true, schema: type === 'string' ? { minLength: 1 } : {} };
    case 'duplicateValues':
      return { isUnique: true, schema: {} };
    case 'invalidValues':
      if (Array.isArray(validValues)) return { schema: { enum: validValues } };
      return typeof pattern === 'string' ? { schema: { pattern } } : undefined;
    default:
      return undefined;
  }
}

/** What the rules of a table say: keys, and its rows. */
export function tableRules(
  rules: readonly Rule[],
  usual: number,
  place: string,
  notes: Notes,
): { readonly keys: readonly (readonly string[])[]; readonly rows?: number } {
  const keys: (readonly string[])[] = [];
  let rows: number | undefined;
  for (const rule of rules) {
    const metric = metricOf(rule, place, notes);
    const { properties } = isObject(rule['arguments']) ? rule['arguments'] : {};
    const { min, max } = boundsOf(rule);
    if (metric === 'rowCount') rows = Math.max(1, min, Math.min(max, usual));
    else if (metric === 'duplicateValues' && Array.isArray(properties) && allowsNone(rule))
      keys.push(properties.filter((each) => typeof each === 'string'));
    else if (metric !== undefined) notes.add(`Not followed: the rule of quality ${metric}`, place);
  }
  return { keys, ...(rows === undefined ? {} : { rows }) };
}
