import { isObject } from '@catbird/engine';
import type { FieldKind } from './fields.ts';
import { entityChip, joined, listed, plain, rangeText, textOf, type Piece, type Scope } from './phrases.ts';
import { typeWords } from './type-words.ts';

export type { Piece, Scope } from './phrases.ts';

/** A field spec as written, or the name of a type in its place. */
type Spec = Readonly<Record<string, unknown>>;

const NO_SPEC: Spec = {};

const specOf = (written: unknown): Spec =>
  typeof written === 'string' ? { type: written } : isObject(written) ? written : NO_SPEC;

/** The words on what a field is made from: `pending → paid → refunded`, `1 to 50`, `quantity × price`. Never JSON, and never cut. */
export function wordsOf(kind: FieldKind, written: unknown, scope: Scope): readonly Piece[] {
  if (kind === 'note') return plain('not a field');
  if (kind === 'invalid') return plain('not written as a field');
  const spec = specOf(written);
  return [...beforeOf(kind, spec), ...madeFrom(kind, spec, scope), ...afterOf(spec)];
}

function madeFrom(kind: FieldKind, spec: Spec, scope: Scope): readonly Piece[] {
  if (kind === 'constant') return plain(`always ${textOf(spec['value'])}`);
  return kind === 'object' ? objectWords(spec, scope) : typeWords(spec, scope);
}

/** Names of few fields; more are counted. The entity that they are about comes first. */
function objectWords(spec: Spec, scope: Scope): readonly Piece[] {
  const fields = specOf(spec['fields']);
  const names = Object.keys(fields);
  const entity = Object.values(fields)
    .map((field) => specOf(field))
    .find(({ type }) => type === 'catbird.entity');
  const counted = `${names.length} ${names.length === 1 ? 'field' : 'fields'}`;
  const about = entity === undefined ? [] : entityChip(specOf(entity['params'])['of'], scope);
  return about.length > 0 ? [...about, { text: ` with ${counted}` }] : plain(listed(names, 'and') ?? counted);
}

function beforeOf(kind: FieldKind, { count, if: condition }: Spec): readonly Piece[] {
  const range = count === undefined || count === 1 ? undefined : rangeText(count);
  const many =
    range === undefined ? [] : plain(kind === 'object' ? `list of ${range} ` : `list of ${range}: `);
  return condition === undefined ? many : [...plain(`if ${textOf(condition)}: `), ...many];
}

function afterOf({ nulls, missing, per, locale, hidden }: Spec): readonly Piece[] {
  return plain(
    [
      isShare(nulls) && 'or empty',
      isShare(missing) && 'or missing',
      per !== undefined && `per ${Array.isArray(per) ? joined(per.map(String), 'and') : textOf(per)}`,
      locale !== undefined && `in ${textOf(locale)}`,
      hidden === true && 'hidden',
    ]
      .filter((part) => part !== false)
      .map((part) => `, ${part}`)
      .join(''),
  );
}

const isShare = (value: unknown): boolean => typeof value === 'number' && value > 0;
