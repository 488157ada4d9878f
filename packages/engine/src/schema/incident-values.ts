import { kindsOf } from '../generators/analysis/kinds.ts';
import { type Kind, kindOfValue } from '../model/kind.ts';
import type { Field, Schema } from '../model/schema.ts';

/** The kind of a value, without its bounds. */
export function openKind(value: unknown): Kind {
  const kind = kindOfValue(value);
  return kind.is === 'text' || kind.is === 'integer' ? { is: kind.is } : kind;
}

/** The kinds of fields and of expressions; those of expressions have their number as name. */
export function kindsOfAll(
  schema: Schema,
  fields: readonly Field[],
  texts: readonly string[],
): ReadonlyMap<string, Kind> {
  const made = texts.map((text, i): Field => ({ name: String(i), type: 'catbird.expression', args: [text] }));
  const all = fields.map(({ hidden: _hidden, ...field }) => field);
  // A field may have a number as its name.
  const named = new Set(made.map(({ name }) => name));
  const kinds = kindsOf({ ...schema, fields: [...all.filter(({ name }) => !named.has(name)), ...made] });
  return new Map(kinds.map(({ name, kind }) => [name, kind]));
}

/** The spec of a new value, or what is wrong with its kind. */
export function valueOf(
  text: string,
  { is: wanted = ANY, made = ANY }: { readonly is: Kind | undefined; readonly made: Kind | undefined },
): Field | string {
  const spec: Field = { name: '', type: 'catbird.expression', args: [text] };
  if (isOfKind(made, wanted)) return spec;
  if (wanted.is === 'integer' && made.is === 'number')
    return { ...spec, args: [`round(${text})`], recorded: { is: 'integer', nullable: true } };
  const shown = ({ is }: Kind): string => KIND_NAMES[is] ?? `a ${is}`;
  const hint = made.is === 'any' ? '. Use toNumber(…), toText(…) or a comparison' : '';
  return `must keep the kind of the field: the field is ${shown(wanted)}, and this is ${shown(made)}${hint}`;
}

const ANY: Kind = { is: 'any' };

const KIND_NAMES: Partial<Record<Kind['is'], string>> = {
  integer: 'a whole number',
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  any: 'of no known kind',
};

/** Kinds of single values that another value of the same kind can replace. */
const SINGLE: readonly Kind['is'][] = ['integer', 'number', 'text', 'boolean', 'uuid', 'instant', 'date'];

const isOfKind = (made: Kind, wanted: Kind): boolean =>
  made.is === 'null' ||
  wanted.is === 'any' ||
  (made.is === wanted.is && SINGLE.includes(made.is)) ||
  (wanted.is === 'number' && made.is === 'integer');
