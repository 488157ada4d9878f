import * as z from 'zod/mini';
import { isObject } from '../../model/json.ts';
import { anyOf, kindOfValue, type Made } from '../../model/kind.ts';
import { namedIn } from '../analysis/references.ts';
import type { DistinctForm, GeneratorType } from '../generator.ts';
import { constant, pickWeighted } from '../kernels/choice/choice.ts';
import type { Cell, Place } from '../kernels/engine/cell.ts';
import { echo } from '../kernels/engine/column.ts';
import { jsonText } from '../kernels/engine/json-text.ts';
import { byValue, ofValue } from '../kernels/relation/lookup.ts';
import { textOf, type TextPart } from '../kernels/relation/template.ts';
import { byWeight, variants } from '../kernels/structure/variants.ts';
import { transforms } from '../kernels/text/transform.ts';
import { described, nonEmpty, optional, PLACEHOLDER, required } from './params.ts';

interface LookupParams {
  readonly field: string;
  readonly cases: Readonly<Record<string, unknown>>;
  readonly default?: unknown;
}

/** The outcome of a lookup case. */
type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'weighted';
      readonly items: readonly { readonly weight?: number; readonly value: unknown }[];
    }
  | { readonly kind: 'oneOf'; readonly items: readonly Item[] }
  | { readonly kind: 'spec' };

/** An item of a weighted list: a value, or a field spec that makes it. */
interface Item {
  readonly weight?: number;
  readonly value?: unknown;
  readonly field?: unknown;
}

/** An object with a type is a field spec; a list of items with values and optional weights is weighted; `{"value": v}` is v; anything else is a constant. */
function outcomeOf(given: unknown): Outcome {
  if (isObject(given) && typeof given['type'] === 'string') return { kind: 'spec' };
  if (isObject(given) && Object.keys(given).length === 1 && 'value' in given)
    return { kind: 'value', value: given['value'] };
  if (Array.isArray(given) && given.length > 0 && given.every(isWeighted))
    return { kind: 'weighted', items: given };
  if (Array.isArray(given) && given.length > 0 && given.every(isItem)) return { kind: 'oneOf', items: given };
  return { kind: 'value', value: given };
}

const isWeighted = (item: unknown): item is { readonly weight?: number; readonly value: unknown } =>
  isObject(item) && 'value' in item && (typeof item['weight'] === 'number' || Object.keys(item).length === 1);

/** An item of a `oneOf`: a weighted value, or a weighted field spec. */
const isItem = (item: unknown): item is Item =>
  isWeighted(item) ||
  (isObject(item) &&
    isObject(item['field']) &&
    ('type' in item['field'] || 'value' in item['field']) &&
    Object.keys(item).every((key) => key === 'field' || (key === 'weight' && typeof item[key] === 'number')));

/** The cell of each item, for one to be chosen by weight. */
function oneOfCell(items: readonly Item[], place: Place, spec: (place: Place) => Cell): Cell {
  const cells = items.map(({ value, field }, i) =>
    field === undefined
      ? constant(value, place.lead)
      : spec({ path: `${place.path}\n${i}`, lead: place.lead }),
  );
  return variants(
    cells,
    byWeight(
      items.map(({ weight = 1 }) => weight),
      place,
    ),
  );
}

/** Paths to the field specs of an outcome. */
function specsOf(path: readonly PropertyKey[], outcome: Outcome): readonly (readonly PropertyKey[])[] {
  if (outcome.kind === 'spec') return [path];
  if (outcome.kind !== 'oneOf') return [];
  return outcome.items.flatMap(({ field }, i) => (field === undefined ? [] : [[...path, i, 'field']]));
}

/** What an outcome makes. @param next that of the next field spec */
function kindsOfOutcome(outcome: Outcome, next: () => Made | undefined): readonly (Made | undefined)[] {
  if (outcome.kind === 'spec') return [next()];
  if (outcome.kind === 'value') return [{ kind: kindOfValue(outcome.value) }];
  return outcome.items.map((item) =>
    'field' in item && item.field !== undefined ? next() : { kind: kindOfValue(item.value) },
  );
}

/** Whether an outcome is the value of a field as it is. */
function isCopyOf(field: string, given: unknown): boolean {
  if (!isObject(given) || given['type'] !== 'catbird.ref' || Object.keys(given).length > 2) return false;
  const { params } = given;
  return params === field || (Array.isArray(params) && params.length === 1 && params[0] === field);
}

/** The cases of a lookup and its default, each with its path in the arguments. */
function outcomesOf(
  args: readonly unknown[],
): readonly { readonly path: readonly PropertyKey[]; readonly outcome: Outcome }[] {
  const [given] = args;
  if (!isObject(given)) return [];
  const cases = isObject(given['cases']) ? Object.entries(given['cases']) : [];
  const all = cases.map(([name, value]) => ({ path: [0, 'cases', name], outcome: outcomeOf(value) }));
  return [...all, { path: [0, 'default'], outcome: outcomeOf(given['default'] ?? null) }];
}

/**
 * Whether a template's text determines a value that differs between entities. It does if, apart from literals, the value is at an
 * end of the text, and its length is known or its digits end at the literal next to it.
 */
function isDecodable(text: string, formOf: (name: string) => DistinctForm | undefined): boolean {
  const found = [...text.matchAll(PLACEHOLDER)];
  const literals = text.split(/\{\{[^{}]*\}\}/);
  return found.some(([, name = '', filter], i) => {
    const form = filter === undefined ? formOf(name) : undefined;
    if (form === undefined || found.length === 1) return form !== undefined;
    const [before = '', after = ''] = literals.slice(i, i + 2);
    const isAtEnd = i === 0 ? /^\D/.test(after) : i === found.length - 1 && /\D$/.test(before);
    return form === 'fixed' ? i === 0 || i === found.length - 1 : form === 'number' && isAtEnd;
  });
}

/** Types that relate fields, rows and streams to each other. */
export const relationTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.ref',
    summary: 'The value of another field in the same row',
    params: z.array(described(nonEmpty, 'Field name')).check(z.length(1)),
    example: 'user_id',
    // A copy of a value is missing where the value is.
    kind: ([name], { column }) => column(String(name)),
    exampleSchema: {
      user_id: { type: 'string.uuid' },
      created_by: { type: 'catbird.ref', params: 'user_id' },
    },
    references: (args) => namedIn('field')(args).map((reference) => ({ ...reference, isCopied: true })),
    shares: ([name], sharesOf) => sharesOf(String(name)),
    distinct: ([name], formOf) => formOf(String(name)),
    compile: ([name], scope) => echo(scope.column(String(name)), scope.lead),
  },
  {
    name: 'catbird.template',
    summary:
      'Text with placeholders for other fields: {{name}}, or with a filter {{name|lower}}, {{name|upper}}, {{name|slug}}',
    params: z.array(described(z.string(), 'Template text')).check(z.length(1)),
    example: '{{first|lower}}.{{last|lower}}@example.com',
    exampleSchema: {
      first: { type: 'person.firstName', hidden: true },
      last: { type: 'person.lastName', hidden: true },
      email: { type: 'catbird.template', params: '{{first|lower}}.{{last|lower}}@example.com' },
    },
    references: ([text]) =>
      typeof text === 'string'
        ? [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => ({
            name,
            path: [0],
            isCopied: true as const,
            within: 'template' as const,
          }))
        : [],
    distinct: ([text], formOf) => (isDecodable(String(text), formOf) ? 'text' : undefined),
    compile([text], scope) {
      const template = String(text);
      const parts: TextPart[] = [];
      let end = 0;
      for (const { 0: found, 1: name = '', 2: transform, index } of template.matchAll(PLACEHOLDER)) {
        if (transform !== undefined && !transforms.has(transform)) {
          throw new Error(`Unknown filter ${transform}. Valid filters: ${[...transforms.keys()].join(', ')}`);
        }
        parts.push(template.slice(end, index), {
          column: scope.column(name),
          transform: transforms.get(transform ?? ''),
        });
        end = index + found.length;
      }
      return textOf(
        [...parts, template.slice(end)].filter((part) => part !== ''),
        scope,
      );
    },
  },
  {
    name: 'catbird.lookup',
    summary:
      'A value that depends on another field: for each of its values a constant, a weighted list or a field spec',
    params: required({
      field: described(nonEmpty, 'Name of the field to look up'),
      cases: described(
        z.record(z.string(), z.unknown()),
        'For each value of the field: a constant, a list [{"weight", "value"}, …] (weight defaults to 1; in place of a value, an item can have a "field"), a field spec, or {"value": …} for a constant that looks like one of these',
      ),
      default: optional(z.unknown(), 'Used for all other values. Default null'),
    }),
    exampleSchema: {
      plan: { type: 'helpers.arrayElement', params: ['free', 'pro', 'team'] },
      price: {
        type: 'catbird.lookup',
        params: {
          field: 'plan',
          cases: { free: 0, pro: { type: 'number.int', params: { min: 20, max: 90 } } },
          default: 200,
        },
      },
    },
    example: {
      field: 'plan',
      cases: { free: 0, pro: { type: 'number.int', params: { min: 20, max: 90 } } },
      default: 0,
    },
    kind(args, { specs }) {
      let spec = 0;
      const made = outcomesOf(args).flatMap(({ outcome }) => kindsOfOutcome(outcome, () => specs[spec++]));
      return anyOf(made.filter((each) => each !== undefined));
    },
    references: namedIn('field'),
    specs: (args) => outcomesOf(args).flatMap(({ path, outcome }) => specsOf(path, outcome)),
    compile(args, scope) {
      const { field, cases } = args[0] as LookupParams;
      const column = scope.column(field);
      const names = Object.keys(cases);
      // A case matches the string, and the number, boolean or null with the same spelling.
      const known = names.flatMap((name, i) => [[jsonText(name), i] as const, [name, i] as const]);
      const outcomes = outcomesOf(args).map(({ outcome }) => outcome);
      const constants = outcomes.flatMap((outcome) => (outcome.kind === 'value' ? [outcome.value] : []));
      const isSame = isCopyOf(field, (args[0] as LookupParams).default);
      const determined =
        constants.length === outcomes.length - (isSame ? 1 : 0)
          ? ofValue(known, column, { results: constants, isSame }, scope.lead)
          : undefined;
      if (determined !== undefined) return determined;
      const choose = byValue(known, column, names.length);
      let spec = 0;
      const cells = outcomes.map((outcome, i) => {
        const place = { path: `${scope.path}\n${i}`, lead: scope.lead };
        if (outcome.kind === 'spec') return scope.spec(spec++, place);
        if (outcome.kind === 'oneOf')
          return oneOfCell(outcome.items, place, (inner) => scope.spec(spec++, inner));
        if (outcome.kind === 'value') return constant(outcome.value, scope.lead);
        return pickWeighted(
          outcome.items.map(({ value }) => value),
          outcome.items.map(({ weight = 1 }) => weight),
          place,
        );
      });
      return variants(cells, choose);
    },
  },
];
