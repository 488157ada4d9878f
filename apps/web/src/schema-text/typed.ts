import { invalid, type Result, type ValueShape, bounds, readJson, type JsonNode } from '@catbird/engine';
import { valueOf } from './elements.ts';
import { raw } from './layout.ts';

/** What a person typed, as JSON; `value` undefined: nothing. */
export type Typed = Result<{ readonly value: string | undefined }>;

const valid = (value: string | undefined): Typed => ({ ok: true, value });

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** `1–5`, as people write it. */
const RANGE = /^(-?[\d.]+)\s*(?:–|-|to|\.\.\.?|…)\s*(-?[\d.]+)$/;

/** Reads a number. Its spelling is kept. */
export function readNumber(typed: string, shape: Extract<ValueShape, { readonly kind: 'number' }>): Typed {
  const text = typed.trim();
  if (text === '') return valid(undefined);
  const number = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(number)) return invalid('Not a number');
  if (shape.isWhole === true && !Number.isInteger(number)) return invalid('Not a whole number');
  if (shape.min !== undefined && number < shape.min) return invalid(`At least ${shape.min}`);
  if (shape.max !== undefined && number > shape.max) return invalid(`At most ${shape.max}`);
  return valid(text);
}

/** Reads a number or a range. */
export function readExtent(typed: string): Typed {
  const text = typed.trim();
  if (text === '') return valid(undefined);
  if (NUMBER.test(text)) return valid(text);
  const [, min = '', max = ''] = RANGE.exec(text) ?? [];
  if (!NUMBER.test(min) || !NUMBER.test(max)) return invalid('Write a number or a range: 5, or 1–5');
  return Number(min) > Number(max)
    ? invalid(`${min} is above ${max}`)
    : valid(`{"min": ${min}, "max": ${max}}`);
}

/** A number or a range as `readExtent` reads it. */
export function extentText(text: string, node: JsonNode): string {
  const [min, max] = [valueOf(node, 'min'), valueOf(node, 'max')];
  return min === undefined || max === undefined ? raw(text, node) : `${raw(text, min)}–${raw(text, max)}`;
}

/** Reads percent as a share: `5` is 0.05. */
export function readPercent(typed: string): Typed {
  const text = typed.trim().replace(/\s*%$/, '');
  if (text === '' || Number(text) === 0) return valid(undefined);
  const percent = Number(text);
  if (!NUMBER.test(text) || percent < 0 || percent > 100) return invalid('From 0 to 100');
  return valid(String(Number((percent / 100).toPrecision(12))));
}

/** Reads JSON. */
export function readAny(typed: string): Typed {
  if (typed.trim() === '') return valid(undefined);
  const [fault] = readJson(typed, bounds.depth).faults;
  return fault === undefined ? valid(typed) : invalid(`${fault.message}. ${fault.hint}`);
}

/** A value without quotes: text, unless it is a number, `true`, `null`, or JSON in quotes or brackets. */
export function readLoose(typed: string): string {
  const text = typed.trim();
  const { root, faults } = readJson(text, bounds.depth);
  return root !== undefined && faults.length === 0 && text !== '' ? text : JSON.stringify(typed);
}

/** A value as `readLoose` reads it. */
export function looseText(text: string, node: JsonNode): string {
  const written = raw(text, node);
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return written;
  return readLoose(node.value) === JSON.stringify(node.value) ? node.value : written;
}

/** An item of a list, with its weight as it is written. */
export interface Item {
  /** JSON. */
  readonly value: string;
  readonly weight: string;
}

/** `DE, 30`, with a comma, a semicolon or a tab. */
const WEIGHTED = /^(.*)[,;\t]\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*$/;

/** Reads a list: one value a line, each with its weight if it has one; 1 otherwise. */
export const readLines = (typed: string, isWeighted: boolean): readonly Item[] =>
  typed
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, value = line, weight = '1'] = (isWeighted && WEIGHTED.exec(line)) || [];
      return { value: readLoose(value.trim()), weight };
    });

/** A share as percent: 0.05 is `5`. Decimal digits are kept, binary noise is not. */
export const percentOf = (node: JsonNode): string =>
  node.kind === 'scalar' && typeof node.value === 'number'
    ? String(Number((node.value * 100).toPrecision(12)))
    : '?';
