import type { JsonNode } from '@catbird/engine';
import { valueOf } from './elements.ts';
import type { FieldNode } from './fields.ts';
import { raw } from './layout.ts';

/** A piece of a summary; values stand out from the words between them. */
export interface Piece {
  readonly text: string;
  readonly isValue: boolean;
}

/** A field in one line. */
export interface FieldSummary {
  readonly params: readonly Piece[];
  /** What else holds for it: `hidden`, `90 % null`, `per user_id`. */
  readonly chips: readonly string[];
}

/** Values listed of a list or of params; the rest is counted. */
const SHOWN = 3;
/** Longest value shown, in characters. */
const MAX_CHARACTERS = 40;

/** What a row of the table says of a field. */
export function summaryOf(text: string, { kind, member: { value }, children }: FieldNode): FieldSummary {
  const own = valueOf(value, 'fields');
  const fields = own?.kind === 'object' ? own.members.length : 0;
  const isDeep = fields > children.length;
  return {
    params: paramPieces(text, kind, value, fieldsText(fields, isDeep)),
    chips: chipsOf(text, kind, value),
  };
}

const fieldsText = (fields: number, isDeep: boolean): string =>
  `${fields} ${fields === 1 ? 'field' : 'fields'}${isDeep ? ', in JSON' : ''}`;

const word = (text: string): Piece => ({ text, isValue: false });
const strong = (text: string): Piece => ({ text: clipped(text), isValue: true });

function paramPieces(
  text: string,
  kind: FieldNode['kind'],
  value: JsonNode,
  fields: string,
): readonly Piece[] {
  if (kind === 'note' || kind === 'invalid') return [];
  if (kind === 'constant') return [strong(shortOf(text, valueOf(value, 'value')))];
  if (kind === 'object') {
    const count = valueOf(value, 'count');
    const range = count === undefined ? '' : extentText(text, count);
    return range === '' ? [word(fields)] : [strong(range), word(` of ${fields}`)];
  }
  const params = valueOf(value, 'params');
  return params === undefined ? [] : valuePieces(text, params);
}

function valuePieces(text: string, node: JsonNode): readonly Piece[] {
  if (node.kind === 'scalar') return [strong(shortOf(text, node))];
  if (node.kind === 'object') return namedPieces(text, node);
  const [first] = node.items;
  // A list of one list or one object is a list of arguments.
  if (node.items.length === 1 && first !== undefined && first.kind !== 'scalar' && !isItem(first))
    return valuePieces(text, first);
  return listed(node.items.map((item) => itemPieces(text, item)));
}

const isItem = (node: JsonNode): boolean => valueOf(node, 'weight') !== undefined;

function itemPieces(text: string, item: JsonNode): readonly Piece[] {
  const weight = valueOf(item, 'weight');
  return weight === undefined
    ? [strong(shortOf(text, item))]
    : [strong(shortOf(text, valueOf(item, 'value'))), word(` ${raw(text, weight)}`)];
}

/** Params by name; `min` and `max` together are a range. */
function namedPieces(text: string, node: JsonNode): readonly Piece[] {
  if (node.kind !== 'object') return [];
  const [min, max] = [valueOf(node, 'min'), valueOf(node, 'max')];
  const isRange = min?.kind === 'scalar' && max?.kind === 'scalar';
  const rest = node.members.filter(({ key }) => !(isRange && (key === 'min' || key === 'max')));
  const range = isRange ? [[strong(`${shortOf(text, min)}–${shortOf(text, max)}`)]] : [];
  const named = rest.map(({ key, value }) => [word(`${key} `), strong(shortOf(text, value))]);
  return listed([...range, ...named]);
}

/** The first of many, and how many more there are. */
function listed(each: readonly (readonly Piece[])[]): readonly Piece[] {
  const shown = each.slice(0, SHOWN).flatMap((pieces, i) => (i === 0 ? pieces : [word(', '), ...pieces]));
  const more = each.length - SHOWN;
  return more > 0 ? [...shown, word(`, ${more} more`)] : shown;
}

/** A value as it is written, texts without quotes, longer ones cut. */
function shortOf(text: string, node: JsonNode | undefined): string {
  if (node === undefined) return '';
  if (node.kind === 'scalar') return clipped(typeof node.value === 'string' ? node.value : raw(text, node));
  if (node.kind === 'array') return node.items.length === 1 ? '1 item' : `${node.items.length} items`;
  const ref = valueOf(node, 'ref');
  if (ref?.kind === 'scalar' && node.members.length === 1) return String(ref.value);
  return clipped(raw(text, node).replaceAll(/\s+/g, ' '));
}

const clipped = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…`;

/** A number, or a range of numbers: `1–5`. */
function extentText(text: string, node: JsonNode): string {
  const [min, max] = [valueOf(node, 'min'), valueOf(node, 'max')];
  if (min === undefined || max === undefined) return node.kind === 'scalar' ? raw(text, node) : '';
  return `${raw(text, min)}–${raw(text, max)}`;
}

function chipsOf(text: string, kind: FieldNode['kind'], value: JsonNode): readonly string[] {
  const chip = (key: string, show: (node: JsonNode) => string): readonly string[] => {
    const node = valueOf(value, key);
    const shown = node === undefined ? '' : show(node);
    return shown === '' ? [] : [shown];
  };
  return [
    ...chip('hidden', (node) => (isTrue(node) ? 'hidden' : '')),
    ...chip('nulls', (node) => (percentOf(node) === '0' ? '' : `${percentOf(node)} % null`)),
    ...chip('count', (node) => (kind === 'object' ? '' : countText(extentText(text, node)))),
    ...chip('per', (node) => `per ${namesOf(node)}`),
    ...chip('missing', (node) => (percentOf(node) === '0' ? '' : `missing ${percentOf(node)} %`)),
    ...chip('if', (node) => `if ${shortOf(text, node)}`),
    ...chip('locale', (node) => (node.kind === 'scalar' ? String(node.value) : 'locales')),
  ];
}

const countText = (range: string): string => (range === '' || range === '1' ? '' : `${range} values`);

/** Whether a value is `true`. */
export const isTrue = (node: JsonNode | undefined): boolean => node?.kind === 'scalar' && node.value === true;

const namesOf = (node: JsonNode): string =>
  (node.kind === 'array' ? node.items : [node])
    .map((item) => (item.kind === 'scalar' ? String(item.value) : '…'))
    .join(', ');

/** A share as percent: 0.05 is `5`. Decimal digits are kept, binary noise is not. */
export const percentOf = (node: JsonNode): string =>
  node.kind === 'scalar' && typeof node.value === 'number'
    ? String(Number((node.value * 100).toPrecision(12)))
    : '?';
