import type { SchemaIssue } from '@catbird/engine';
import type { FieldKind, FieldNode, FieldTree, FieldPath } from '../../../schema-text/fields.ts';
import { fixOf } from '../../../schema-text/fixes.ts';
import { isTrue, valueOf } from '../../../schema-text/elements.ts';
import { scopeOf } from '../../../schema-text/scope.ts';
import { wordsOf, type Piece } from '../../../schema-text/made-from.ts';
import { holderOf } from './ids.ts';

/** What the table shows of a field. Plain data, so that equal rows need not be drawn again. */
export interface Row {
  readonly id: string;
  /** Place in the table, from 0. */
  readonly index: number;
  readonly name: string;
  readonly type: string;
  readonly kind: FieldKind;
  /** What it is made from. */
  readonly words: readonly Piece[];
  readonly isHidden: boolean;
  /** From 1. */
  readonly level: number;
  /** Place among the fields beside it, from 1, and how many there are. */
  readonly position: number;
  readonly size: number;
  /** Undefined: it holds no fields. */
  readonly isFolded: boolean | undefined;
  readonly problem: Problem | undefined;
}

/** What is wrong with a field. */
interface Problem {
  readonly severity: SchemaIssue['severity'];
  /** With what to do about it. */
  readonly text: string;
  /** A repair by one click. */
  readonly fix: string | undefined;
}

/** The key of a field that is unfolded: it stays so when others move. */
export const keyOf = ({ path }: FieldNode): string => JSON.stringify(path);

/** The fields in the order of the table; entities, and fields in folded objects, are left out. */
export function visibleFields(
  fields: readonly FieldNode[],
  unfolded: ReadonlySet<string>,
): readonly FieldNode[] {
  return fields.flatMap((field) =>
    field.name === '$entities' && field.kind === 'note'
      ? []
      : [field, ...(unfolded.has(keyOf(field)) ? visibleFields(field.children, unfolded) : [])],
  );
}

/** The field of a place in the table; if that is gone, the one before it. Undefined in an empty table. */
export function fieldNear(visible: readonly FieldNode[], id: string | undefined): FieldNode | undefined {
  const place = id?.split('.').map(Number) ?? [];
  return visible.findLast((field) => compare(field.place, place) <= 0) ?? visible[0];
}

/** Compares places in the order of the table. */
function compare(one: FieldPath, other: FieldPath): number {
  const level = one.findIndex((index, i) => index !== other[i]);
  return level < 0 ? one.length - other.length : (one[level] ?? 0) - (other[level] ?? -1);
}

const isPrefix = (path: readonly string[], of: readonly string[]): boolean =>
  path.length <= of.length && path.every((key, i) => key === of[i]);

/** The field that an issue is about: the innermost one that can be seen. Undefined: it is about none. */
export const fieldOfIssue = (
  fields: readonly FieldNode[],
  { path }: Pick<SchemaIssue, 'path'>,
): FieldNode | undefined => fields.findLast((field) => isPrefix(field.path, path));

/** An issue as a sentence, and what to do about it. */
export const sentenceOf = ({ message, hint }: SchemaIssue): string =>
  hint === undefined ? `${message}.` : `${message}. ${hint.replace(/[.?]?$/, (end) => end || '.')}`;

/** The first issue of each field, errors before others. Notes are left to the list of issues. */
function problemsOf(
  fields: readonly FieldNode[],
  issues: readonly SchemaIssue[],
  text: string,
): ReadonlyMap<string, Problem> {
  const ranked = issues
    .filter(({ severity }) => severity !== 'note')
    .toSorted((a, b) => Number(a.severity !== 'error') - Number(b.severity !== 'error'));
  const found = new Map<string, Problem>();
  for (const issue of ranked) {
    const field = fieldOfIssue(fields, issue);
    if (field === undefined || found.has(field.id)) continue;
    const fix = fixOf(text, issue)?.label;
    const sentence = fix === undefined ? sentenceOf(issue) : `${issue.message}.`;
    found.set(field.id, { severity: issue.severity, text: sentence, fix });
  }
  return found;
}

/** Reads the row of a field of the table. A large table draws few of them. */
export function rowReader(
  tree: FieldTree,
  visible: readonly FieldNode[],
  { unfolded, issues }: { unfolded: ReadonlySet<string>; issues: readonly SchemaIssue[] },
): (field: FieldNode, index: number) => Row {
  const problems = problemsOf(visible, issues, tree.text);
  const { written, scopeAt } = scopeOf(tree);
  const beside = new Map<string, string[]>();
  for (const { id } of visible) {
    const siblings = beside.get(holderOf(id));
    if (siblings === undefined) beside.set(holderOf(id), [id]);
    else siblings.push(id);
  }
  return (field, index) => {
    const { id, name, type, kind, place, member } = field;
    const siblings = beside.get(holderOf(id)) ?? [];
    return {
      id,
      index,
      name,
      type,
      kind,
      level: place.length,
      words: wordsOf(kind, written(field), scopeAt(field)),
      isHidden: isTrue(valueOf(member.value, 'hidden')),
      position: siblings.indexOf(id) + 1,
      size: siblings.length,
      isFolded: field.children.length === 0 ? undefined : !unfolded.has(keyOf(field)),
      problem: problems.get(id),
    };
  };
}

/** Whether two rows, or what is known of them, show the same. */
export const isSameRow = <Shown>(one: Shown, other: Shown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
