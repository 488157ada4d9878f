import { isObject, jsonOf, jsonOrText } from '@catbird/engine';
import type { Spec } from '../../decide/decision.ts';
import type { SchemaObject } from '../../draft.ts';
import { RESERVED } from '../../plan/planned-fields.ts';
import type { Notes } from '../not-followed.ts';
import { convertedOf, type Converted } from './methods.ts';
import { piecesOf, type Piece, type Placeholder } from './placeholders.ts';

/** A schema, and the line that its rows are written as, unless they are JSON. */
export interface FromTemplate {
  readonly schema: SchemaObject;
  readonly line?: string;
}

/** Reads a template: JSON becomes a schema with its fields, other text a line with a field for each placeholder. */
export function fromTemplate(text: string, notes: Notes): FromTemplate {
  const { pieces, open } = piecesOf(text.trimEnd());
  if (open !== undefined) notes.add('A placeholder without }} stays as text', open);
  const document = documentOf(pieces);
  if (document !== undefined) return { schema: objectOf(document, { pieces, notes }) };
  if (/^\s*\{\s*"/.test(text))
    notes.add('The template looks like JSON, but it is not valid as JSON. Its records are written as text');
  return lineOf(pieces, notes);
}

/** Where texts of the document have placeholders: `n` is that of a piece. */
const MARK = /\uE000(\d+)\uE001/;
/** Begins a value without quotes. */
const BARE = '\uE002';

/** The template as JSON, with marks in place of placeholders. Undefined if it is no object. */
function documentOf(pieces: readonly Piece[]): Readonly<Record<string, unknown>> | undefined {
  const document = jsonOf(markedJson(pieces));
  return isObject(document) ? document : undefined;
}

/** Texts in quotes, and values without: they can have several parts, such as {{random.number(9)}}.{{random.number(99)}}. */
const VALUE = /"(?:[^"\\]|\\.)*"|[\w.+-]*\uE000[\w.+\-\uE000\uE001]*/g;

const markedJson = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece, n) => (typeof piece === 'string' ? piece : `\uE000${n}\uE001`))
    .join('')
    .replaceAll(VALUE, (value) => (value.startsWith('"') ? value : JSON.stringify(BARE + value)));

interface Context {
  readonly pieces: readonly Piece[];
  readonly notes: Notes;
}

/** The fields of an object. Placeholders within texts become hidden fields of the same object. */
function objectOf(object: Readonly<Record<string, unknown>>, context: Context): SchemaObject {
  const taken: Taken = new Map(Object.keys(object).map((key) => [key, 1]));
  const fields: [string, unknown][] = [];
  for (const [written, value] of Object.entries(object)) {
    const name = nameOf(written, context);
    if (RESERVED.has(name))
      context.notes.add(`Left out the field ${name}: the schema language uses its name`);
    else {
      const hidden: [string, Spec][] = [];
      const spec = specOf(value, { ...context, name, taken, hidden });
      fields.push(...hidden, [name, spec]);
    }
  }
  return Object.fromEntries(fields);
}

/** The name of a field. Those that differ from row to row have no equivalent. */
function nameOf(written: string, { pieces, notes }: Context): string {
  if (!MARK.test(written)) return written;
  const parts = partsOf(written, pieces);
  const [first] = parts.filter((part) => typeof part !== 'string');
  notes.add(
    'A name of a field that differs from row to row has no equivalent: it stays the same',
    first?.place,
  );
  return parts.map((part) => (typeof part === 'string' ? part : wordOf(part))).join('');
}

/** The texts and placeholders of a marked text. */
const partsOf = (text: string, pieces: readonly Piece[]): Piece[] =>
  text
    .split(new RegExp(MARK.source))
    .map((part, i) => (i % 2 === 0 ? part : (pieces[Number(part)] ?? '')))
    .filter((part) => part !== '');

/** A place for a value. */
interface Spot extends Context {
  readonly name: string;
  readonly taken: Taken;
  /** Fields that the value reads. */
  readonly hidden: [string, Spec][];
}

function specOf(value: unknown, spot: Spot): Spec | { readonly value: unknown } {
  if (typeof value === 'string') return MARK.test(value) ? markedSpec(value, spot) : { value };
  if (Array.isArray(value))
    return hasMark(value)
      ? { type: 'catbird.list', params: value.map((each) => specOf(each, spot)) }
      : { value };
  if (isObject(value) && hasMark(value)) return { type: 'object', fields: objectOf(value, spot) };
  return { value };
}

const hasMark = (value: unknown): boolean => MARK.test(JSON.stringify(value));

function markedSpec(text: string, spot: Spot): Spec {
  const isBare = text.startsWith(BARE);
  const parts = partsOf(isBare ? text.slice(1) : text, spot.pieces);
  const [first, ...others] = parts;
  if (first === undefined || typeof first === 'string' || others.length > 0)
    return composed(parts, isBare && isNumeric(parts, spot), spot);
  const converted = convertedOf(first, spot.notes);
  return isBare ? bareSpec(first, converted, spot) : quotedSpec(first, converted, spot);
}

/** Whether parts without quotes are a number. If not, the Data Generator writes invalid JSON, and a text is meant. */
function isNumeric(parts: readonly Piece[], { notes }: Spot): boolean {
  const sample = parts.map((part) => (typeof part === 'string' ? part : '1')).join('');
  if (Number.isFinite(Number(sample))) return true;
  const [first] = parts.filter((part) => typeof part !== 'string');
  notes.add('A text without quotes is invalid JSON: added the quotes', first?.place);
  return false;
}

/** A text of several parts, or a number. */
function composed(parts: readonly Piece[], isNumber: boolean, spot: Spot): Spec {
  const named = parts.map((part) =>
    typeof part === 'string'
      ? { text: part }
      : { field: hide(part, convertedOf(part, spot.notes).spec, spot) },
  );
  if (!isNumber)
    return {
      type: 'catbird.template',
      params: named.map((each) => ('text' in each ? each.text : `{{${each.field}}}`)).join(''),
    };
  const values = named.map((each) => ('text' in each ? JSON.stringify(each.text) : fieldText(each.field)));
  return { type: 'catbird.expression', params: `toNumber(concat(${values.join(', ')}))` };
}

const fieldText = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `field(${JSON.stringify(name)})`;

/** A value without quotes. */
function bareSpec(placeholder: Placeholder, { spec, writes, number }: Converted, spot: Spot): Spec {
  if (number !== undefined) return number;
  if (writes === 'digits') {
    const params = `toNumber(${fieldText(hide(placeholder, spec, spot))})`;
    return { type: 'catbird.expression', params };
  }
  if (writes === 'text')
    spot.notes.add('A text without quotes is invalid JSON: added the quotes', placeholder.place);
  return withChoices(spec, (value) => (typeof value === 'string' ? jsonOrText(value) : value));
}

/** A value in quotes, which is a text. */
function quotedSpec(placeholder: Placeholder, { spec, writes }: Converted, spot: Spot): Spec {
  if (writes !== 'value') return spec;
  if (CHOICES.has(spec.type)) return withChoices(spec, (value) => (isObject(value) ? value : String(value)));
  return { type: 'catbird.template', params: `{{${hide(placeholder, spec, spot)}}}` };
}

const CHOICES = new Set(['helpers.arrayElement', 'helpers.weightedArrayElement']);

/** Changes the values of a choice. */
function withChoices(spec: Spec, change: (value: unknown) => unknown): Spec {
  const { params } = spec;
  if (!CHOICES.has(spec.type) || !Array.isArray(params)) return spec;
  if (spec.type === 'helpers.arrayElement') return { ...spec, params: params.map(change) };
  const items = params as readonly { readonly weight: number; readonly value: unknown }[];
  return { ...spec, params: items.map(({ weight, value }) => ({ weight, value: change(value) })) };
}

/** Adds a hidden field, and gives its name. */
function hide(placeholder: Placeholder, spec: Spec, { name, taken, hidden }: Spot): string {
  const field = freeName(`${name}_${wordOf(placeholder)}`.replaceAll(/[^\w]/g, '_'), taken);
  hidden.push([field, { ...spec, hidden: true }]);
  return field;
}

/** A word for what a placeholder writes. */
const wordOf = ({ method }: Placeholder): string => {
  if (/\.(arrayElement|weightedArrayElement|randomize)$/.test(method)) return 'value';
  if (/^(date\.(now|utc|simTime)|current\.timestamp)$/.test(method)) return 'time';
  return method.split('.').at(-1)?.replaceAll(/\W/g, '') || 'value';
};

/** Names that are taken, each with the last number that made another one of it. */
type Taken = Map<string, number>;

function freeName(name: string, taken: Taken): string {
  let free = name;
  let n = taken.get(name) ?? 1;
  while (taken.has(free)) free = `${name}_${++n}`;
  taken.set(name, n);
  if (free !== name) taken.set(free, 1);
  return free;
}

/** A text whose placeholders become fields. A name before a placeholder, as in `user={{name.firstName}}`, is its name. */
function lineOf(pieces: readonly Piece[], notes: Notes): FromTemplate {
  const taken: Taken = new Map();
  const fields: [string, Spec][] = [];
  const line = pieces.map((piece, n) => {
    if (typeof piece === 'string') return n === 0 ? piece.trimStart() : piece;
    const before = pieces[n - 1];
    const [, label] =
      /([A-Za-z_]\w*)"?\s*[=:]\s*["'[]?$/.exec(typeof before === 'string' ? before : '') ?? [];
    const name = freeName(label ?? wordOf(piece), taken);
    fields.push([name, convertedOf(piece, notes).spec]);
    return `{{${name}}}`;
  });
  return { schema: Object.fromEntries(fields), line: line.join('') };
}
