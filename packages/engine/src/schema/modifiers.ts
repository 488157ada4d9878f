import { conditionError, readByExpression } from '../generators/expression/condition.ts';
import { READ_PART } from '../generators/expression/compile.ts';
import { MAX_CHARACTERS } from '../generators/expression/parse.ts';
import { bounds } from '../model/bounds.ts';
import { isObject } from '../model/json.ts';
import type { Context, FieldReference } from './context.ts';
import { arrayFault, distinctFault, sortFault, sortOf } from './list-modifiers.ts';
import { type JsonNode, type JsonObject, plainValue } from './read-json.ts';
import type { Field } from '../model/schema.ts';

/** The keys of a field spec other than its type and params. */
type Modifiers = Pick<
  Field,
  'count' | 'distinct' | 'sort' | 'per' | 'nulls' | 'missing' | 'if' | 'hidden' | 'unique'
>;

/** Keys that every field spec accepts besides those of its type. */
export const MODIFIERS = ['count', 'distinct', 'sort', 'per', 'nulls', 'missing', 'if', 'hidden'] as const;

/** The value of a key; the last one if the key is repeated. */
export const memberOf = (object: JsonObject, name: string): JsonNode | undefined =>
  object.members.findLast((member) => member.key === name)?.value;

/** Parses the modifiers of a spec. Reports invalid ones and returns undefined. */
export function readModifiers(
  spec: JsonObject,
  {
    path,
    type,
    isField,
    isRowOnly,
  }: {
    readonly path: readonly string[];
    readonly type: string;
    readonly isField: boolean;
    /** The value depends only on the row index or event time. */
    readonly isRowOnly: boolean;
  },
  { findings, within, log }: Context,
): { readonly modifiers: Modifiers; readonly references: readonly FieldReference[] } | undefined {
  let isValid = true;
  const read = <Value>(
    key: keyof Modifiers,
    absent: Value,
    faultOf: (value: unknown) => string | undefined,
  ): Value => {
    const node = memberOf(spec, key);
    if (node === undefined) return absent;
    const value = plainValue(node);
    const fault = FIELD_ONLY.includes(key)
      ? isField
        ? faultOf(value)
        : `${key} is only allowed on fields, not in arguments`
      : faultOf(value);
    // The value has just been checked.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (fault === undefined) return value as Value;
    isValid = false;
    findings.add({
      code: key,
      message: `${type}: ${fault}`,
      hint: key === 'per' && isRowOnly ? 'Remove it' : HINTS[key],
      at: node,
      path: [...path, key],
    });
    return absent;
  };
  const count = read<Field['count']>('count', undefined, countFault);
  const distinct = read<boolean | string>('distinct', false, arrayFault(count, distinctFault));
  const sort = read<unknown>('sort', undefined, arrayFault(count, sortFault));
  const nulls = read('nulls', 0, shareFault('nulls'));
  const missing = read('missing', 0, shareFault('missing'));
  const condition = read<string | undefined>('if', undefined, conditionFault);
  const hidden = read('hidden', false, (value) =>
    typeof value === 'boolean' ? undefined : 'hidden must be true or false',
  );
  const unique = read('unique', false, uniqueFault(within !== undefined));
  const given = read<string | readonly string[]>('per', [], (value) =>
    isRowOnly ? 'per is not allowed: the value depends only on the row' : perFault(value),
  );
  const per = typeof given === 'string' ? [given] : given;
  if (nulls + missing > 1) {
    isValid = false;
    const at = memberOf(spec, 'missing') ?? spec;
    findings.add({
      code: 'missing',
      message: `${type}: nulls and missing add up to more than 1`,
      hint: HINTS.missing,
      at,
      path,
    });
  }
  if (!isValid) return undefined;
  const references = [...perReferences(spec, per, path), ...conditionReferences(spec, condition, path)];
  log?.references.push(...references);
  return {
    modifiers: withoutDefaults({
      count,
      distinct,
      sort: sortOf(sort),
      per,
      nulls,
      missing,
      if: condition,
      hidden,
      unique,
    }),
    references,
  };
}

/** Modifiers that are not allowed in arguments. */
const FIELD_ONLY: readonly string[] = ['missing', 'if', 'hidden'];

function perReferences(
  spec: JsonObject,
  per: readonly string[],
  path: readonly string[],
): readonly FieldReference[] {
  const node = memberOf(spec, 'per') ?? spec;
  return per.map((name, i) => ({
    name,
    at: node.kind === 'array' ? (node.items[i] ?? node) : node,
    path: [...path, 'per'],
    isCopied: false,
  }));
}

const conditionReferences = (
  spec: JsonObject,
  condition: string | undefined,
  path: readonly string[],
): readonly FieldReference[] =>
  (condition === undefined ? [] : readByExpression(condition)).map(({ name }) => ({
    name,
    at: memberOf(spec, 'if') ?? spec,
    path: [...path, 'if'],
    isCopied: false,
    notEntity: READ_PART,
    within: 'expression',
  }));

function conditionFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'if must be an expression in quotes';
  if (value.length > MAX_CHARACTERS) return `if must have at most ${MAX_CHARACTERS} characters`;
  const fault = conditionError(value);
  return fault && `if: ${fault}`;
}

/** The modifiers that change something. */
function withoutDefaults({
  count,
  distinct,
  sort,
  per,
  nulls,
  missing,
  if: condition,
  hidden,
  unique,
}: {
  readonly count: Field['count'];
  readonly distinct: boolean | string;
  readonly sort: Field['sort'];
  readonly per: readonly string[];
  readonly nulls: number;
  readonly missing: number;
  readonly if: string | undefined;
  readonly hidden: boolean;
  readonly unique: boolean;
}): Modifiers {
  return {
    ...(count !== undefined && count !== 1 && { count }),
    ...(distinct !== false && { distinct }),
    ...(sort !== undefined && { sort }),
    ...(per.length > 0 && { per }),
    ...(nulls > 0 && { nulls }),
    ...(missing > 0 && { missing }),
    ...(condition !== undefined && { if: condition }),
    ...(hidden && { hidden }),
    ...(unique && { unique }),
  };
}

const HINTS: Readonly<Record<keyof Modifiers, string>> = {
  count: 'Omit it for a single value',
  distinct: 'Write "distinct": true, or the name of the member that differs, beside a count above 1',
  sort: 'Write "sort": true, the name of a member, or {"by": "price", "order": "descending"}, beside a count above 1',
  per: 'Write "per": "user_id", or a list of field names',
  nulls: 'Use a share of the rows, such as 0.05',
  missing: 'Use a share of the rows, such as 0.01',
  if: 'Write a condition on other fields: "if": "status == \\"paid\\""',
  hidden: 'Omit it to send the field',
  unique:
    'Omit it, or declare an entity under $entities. In a stream, catbird.sequence and string.uuid never repeat',
};

const uniqueFault =
  (isEntity: boolean) =>
  (value: unknown): string | undefined => {
    if (!isEntity) return 'unique is only for fields of entities';
    return typeof value === 'boolean' ? undefined : 'unique must be true or false';
  };

const shareFault =
  (key: string) =>
  (value: unknown): string | undefined =>
    typeof value === 'number' && value >= 0 && value <= 1 ? undefined : `${key} must be a number from 0 to 1`;

const perFault = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') ||
  (Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string'))
    ? undefined
    : 'per must be a field name or a list of field names';

function countFault(count: unknown): string | undefined {
  if (isObject(count)) return rangeFault(new Map(Object.entries(count)));
  if (typeof count !== 'number') return 'Count must be a number';
  if (count < 1) return 'Count must be greater than 0';
  if (!Number.isInteger(count)) return 'Count must be a whole number';
  return tooMany(count);
}

function rangeFault(range: ReadonlyMap<string, unknown>): string | undefined {
  const min = range.get('min');
  const max = range.get('max');
  if (range.size !== 2 || !Number.isInteger(min) || !Number.isInteger(max))
    return 'Count must be a number, or {"min", "max"} with whole numbers';
  if (Number(min) < 0) return 'Count must be at least 0';
  return Number(min) > Number(max) ? 'Count max must be at least min' : tooMany(Number(max));
}

const tooMany = (count: number): string | undefined =>
  count > bounds.count ? `Count must be at most ${bounds.count.toLocaleString('en')}` : undefined;
