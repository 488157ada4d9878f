import type { Renamed } from '@catbird/engine';
import { addField, duplicateField, moveField, removeField, setKey } from '../../../schema-text/edits.ts';
import { isTrue, valueOf } from '../../../schema-text/elements.ts';
import { fieldAt, holderOf, type FieldNode, type FieldTree } from '../../../schema-text/fields.ts';
import { freeName } from '../../../schema-text/names.ts';
import type { Command } from './commands.ts';
import { beside } from './ids.ts';

/** Names listed; more are counted. */
const LISTED = 3;

const list = new Intl.ListFormat('en');

/** What to say once a field has another name. Undefined: nothing else has changed. @param renamed undefined: only the name has */
export function renameNotice(old: string, renamed: Renamed | undefined): string | undefined {
  if (renamed === undefined) return `Other fields may still use the name ${old}.`;
  const { followed, left, isWhole } = renamed;
  const sentences = [
    ...(followed.length > 0 ? [`Also renamed in ${namesText(followed)}.`] : []),
    ...(left.length > 0 ? [`Check ${namesText(left)}: the name ${old} may still be used there.`] : []),
    ...(isWhole ? [] : [`Fields with errors may still use the name ${old}.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const namesText = (names: readonly string[]): string => {
  const more = names.length - LISTED;
  return list.format(more > 0 ? [...names.slice(0, LISTED), `${more} more`] : names);
};

/** What a command makes of the schema text, and the field that has the focus then. */
export interface Edited {
  readonly text: string;
  /** Undefined: the schema has no field any more. */
  readonly focus: string | undefined;
  /** Its name is to be typed. */
  readonly isNew?: boolean;
}

/** The type of a new field. */
const NEW_FIELD = '{"type": "string.uuid"}';

/** The fields beside one, itself included. */
export function siblingsOf({ fields }: FieldTree, { place }: FieldNode): readonly FieldNode[] {
  return place.length === 1 ? fields : (fieldAt(fields, place.slice(0, -1))?.children ?? []);
}

/** The text after a command that changes it; undefined for any other, or if it would change nothing. */
export function editField(tree: FieldTree, field: FieldNode, command: Command): Edited | undefined {
  const { text } = tree;
  const { id, place, name, member } = field;
  const names = holderOf(tree.root, place).members.map(({ key }) => key);
  const index = place.at(-1) ?? 0;
  const holder = place.slice(0, -1);
  switch (command) {
    case 'add':
      return {
        text: addField(text, [...holder, index + 1], freeName('field', names), NEW_FIELD),
        focus: beside(id, index + 1),
        isNew: true,
      };
    case 'duplicate':
      return { text: duplicateField(text, place, freeName(name, names)), focus: beside(id, index + 1) };
    case 'delete':
      return { text: removeField(text, place), focus: afterDelete(field, names.length) };
    case 'up':
      return moved(tree, field, index - 1);
    case 'down':
      return moved(tree, field, index + 1);
    case 'hide':
      return {
        text: setKey(text, place, 'hidden', isTrue(valueOf(member.value, 'hidden')) ? undefined : 'true'),
        focus: id,
      };
    default:
      return undefined;
  }
}

/** The text with a field at another index beside where it was; undefined if there is none. */
function moved(tree: FieldTree, { id, place }: FieldNode, index: number): Edited | undefined {
  const { members } = holderOf(tree.root, place);
  return index < 0 || index >= members.length || index === place.at(-1)
    ? undefined
    : { text: moveField(tree.text, place, index), focus: beside(id, index) };
}

/** The next field, or else the one before, or else the object around them. */
function afterDelete({ id, place }: FieldNode, siblings: number): string | undefined {
  const index = place.at(-1) ?? 0;
  if (index < siblings - 1) return id;
  if (index > 0) return beside(id, index - 1);
  return place.length > 1 ? place.slice(0, -1).join('.') : undefined;
}
