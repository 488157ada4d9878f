import type { Renamed } from '@catbird/engine';
import { useEffect, useLayoutEffect, useState } from 'react';
import { addField, rename, setKey } from '../../../schema-text/edits.ts';
import { fieldAt, type FieldNode } from '../../../schema-text/fields.ts';
import { fixOf } from '../../../schema-text/fixes.ts';
import { freeName, isMentioned, nameFault } from '../../../schema-text/names.ts';
import { changeType } from '../../../schema-text/type-change.ts';
import { endOf } from '../../../schema-text/layout.ts';
import { valuesJson } from '../../../type-picker/own-values.ts';
import type { RenameRequest } from '../../../worker/schema-protocol.ts';
import type { TypeSummary } from '../../../worker/type-protocol.ts';
import type { Command, Move } from './commands.ts';
import { editField, renameNotice, siblingsOf, type Edited } from './edit-field.ts';
import type { FieldsTableProps } from './table-props.ts';
import { holderOf } from './ids.ts';
import { fieldOfIssue, keyOf, visibleFields } from './rows.ts';
import { useTree, type TreeState } from './use-tree.ts';

/** What a row or its form tells the table. The object stays the same, so that rows are drawn again only if they change. */
export interface RowEvents {
  run(id: string, command: Command | Move): void;
  /** Gives a field a name; returns what is wrong with it, if it is. */
  rename(id: string, name: string): string | undefined;
  /** Its name has been typed: the row gets the focus. */
  named(id: string): void;
  /** Applies the repair of the row's problem. */
  fix(id: string): void;
  activate(id: string): void;
}

/** What is open in the table, by ids of fields. */
interface Opened {
  readonly active: string | undefined;
  /** Its params. */
  readonly open: string | undefined;
  /** The name in its form is to be typed. */
  readonly naming: string | undefined;
  readonly choosing: string | undefined;
  readonly notice: string | undefined;
  /** The row that gets the focus once it is drawn. */
  readonly wanted: { readonly id: string } | undefined;
}

/** The table: what it shows, and what can be done with it. */
export interface Fields extends TreeState, Opened {
  /** Keys of unfolded objects. */
  readonly unfolded: ReadonlySet<string>;
  readonly on: RowEvents;
  edit(text: string, typing: boolean): void;
  closeForm(id: string): void;
  closeTypes(): void;
  /** Gives a field another type. @param values its params. Default: those that fit are kept */
  changeType(field: FieldNode, type: string, values?: readonly string[]): void;
  addLast(): void;
  /** Moves the focus to a row. */
  focus(id: string): void;
}

const NOTHING: Opened = {
  active: undefined,
  open: undefined,
  naming: undefined,
  choosing: undefined,
  notice: undefined,
  wanted: undefined,
};

const rowElement = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.ft [data-id="${id}"]`);

const placeOf = (id: string): readonly number[] => id.split('.').map(Number);

/** The state of the table of fields. */
export function useFields(props: FieldsTableProps, types: readonly TypeSummary[]): Fields {
  const state = useTree(props.content);
  const [opened, setOpened] = useState(NOTHING);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const { wanted } = opened;
  useEffect(() => {
    if (wanted === undefined) return;
    const row = rowElement(wanted.id);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [wanted]);
  const set = (change: Partial<Opened>): void => setOpened((before) => ({ ...before, ...change }));
  const focus = (id: string): void => set({ active: id, wanted: { id } });
  const [{ events, use, latest }] = useState(newEvents);
  const table = newTable(props, state, { types, opened, unfolded, set, setUnfolded, focus, latest });
  // A layout effect: keys pressed after this rendering apply to its rows.
  useLayoutEffect(() => use(table));
  return { ...state, ...opened, unfolded, ...table, focus, on: events };
}

/** Events that stay the same object and call the latest functions, so that rows need not be drawn again. */
function newEvents(): {
  readonly events: RowEvents;
  readonly use: (table: Table) => void;
  readonly latest: () => Table | undefined;
} {
  let latest: Table | undefined;
  return {
    use(table) {
      latest = table;
    },
    latest: () => latest,
    events: {
      run: (id, command) => latest?.run(id, command),
      rename: (id, name) => latest?.rename(id, name),
      named: (id) => latest?.named(id),
      fix: (id) => latest?.fix(id),
      activate: (id) => latest?.activate(id),
    },
  };
}

interface Hands {
  readonly types: readonly TypeSummary[];
  readonly opened: Opened;
  readonly unfolded: ReadonlySet<string>;
  readonly set: (change: Partial<Opened>) => void;
  readonly setUnfolded: (unfolded: ReadonlySet<string>) => void;
  readonly focus: (id: string) => void;
  /** The table as it was drawn last. */
  readonly latest: () => Table | undefined;
}

type Table = RowEvents &
  Pick<Fields, 'edit' | 'closeForm' | 'closeTypes' | 'changeType' | 'addLast'> & {
    /** Shows what a new name made of a text; asks again if that text has changed meanwhile. */
    readonly settle: (asked: RenameRequest, id: string, renamed: Renamed | undefined) => void;
  };

function newTable(props: FieldsTableProps, { tree, broken }: TreeState, hands: Hands): Table {
  const { opened, set, focus, latest } = hands;
  const isFixed = props.locked || broken !== undefined;
  const at = (id: string): FieldNode | undefined => tree && fieldAt(tree.fields, placeOf(id));
  const edit = (text: string, typing: boolean): void => {
    if (isFixed) return;
    set({ notice: undefined });
    props.onEdit(text, typing);
  };
  const apply = (edited: Edited | undefined, from?: string): void => {
    if (edited === undefined || isFixed) return;
    edit(edited.text, false);
    const { focus: id, isNew = false } = edited;
    const follows = from !== undefined && opened.open === from ? id : undefined;
    set({ open: isNew ? id : follows, naming: isNew ? id : undefined, active: id });
    if (id !== undefined && !isNew) focus(id);
  };
  return {
    edit,
    run(id, command) {
      const field = at(id);
      if (tree === undefined || field === undefined) return;
      if (isMove(command)) return move(command, field, visibleFields(tree.fields, hands.unfolded), focus);
      if (show(command, field, hands, props)) return;
      apply(
        editField(tree, field, command),
        command === 'hide' || command === 'up' || command === 'down' ? id : undefined,
      );
    },
    rename(id, name) {
      const field = at(id);
      if (tree === undefined || field === undefined || name === field.name) return undefined;
      const others = siblingsOf(tree, field).filter((each) => each.id !== id);
      const fault = nameFault(
        name,
        others.map((each) => each.name),
        field.place.length === 1,
      );
      if (fault !== undefined || isFixed) return fault;
      const isShared = others.some((each) => each.name === field.name);
      if (isShared || !isMentioned(tree.root, [field.name, name])) {
        edit(rename(tree.text, field.place, name), false);
        return undefined;
      }
      const asked = { content: tree.text, path: field.path, name };
      void props.onRename(asked).then(
        (renamed) => latest()?.settle(asked, id, renamed),
        () => latest()?.settle(asked, id, undefined),
      );
      return undefined;
    },
    settle({ content, path, name }, id, renamed) {
      const field = at(id);
      const old = path.at(-1) ?? '';
      if (tree === undefined || field?.name !== old)
        return set({ notice: `${old} wasn’t renamed: the field no longer exists.` });
      if (tree.text !== content) return void latest()?.rename(id, name);
      edit(renamed?.text ?? rename(content, field.place, name), false);
      set({ notice: renameNotice(old, renamed) });
      // The notice may push the row out of sight.
      if (rowElement(id) === document.activeElement) focus(id);
      return undefined;
    },
    named(id) {
      set({ naming: undefined });
      focus(id);
    },
    fix(id) {
      const visible = visibleFields(tree?.fields ?? [], hands.unfolded);
      const fixes = props.issues
        .filter((issue) => fieldOfIssue(visible, issue)?.id === id)
        .flatMap((issue) => fixOf(props.content, issue) ?? []);
      const [first] = fixes;
      if (first !== undefined) edit(first.text, false);
      focus(id);
    },
    activate: (id) => set({ active: id }),
    closeForm(id) {
      set({ open: undefined, naming: undefined });
      focus(id);
    },
    closeTypes() {
      if (opened.choosing !== undefined) focus(opened.choosing);
      set({ choosing: undefined });
    },
    changeType(field, name, values) {
      const type = hands.types.find((each) => each.name === name);
      if (tree === undefined || type === undefined || (name === field.type && values === undefined)) return;
      const { text, dropped } = changeType(tree.text, field.place, type);
      edit(values === undefined ? text : setKey(text, field.place, 'params', valuesJson(values)), false);
      if (dropped.length > 0) set({ notice: `${name} has no ${disjunction.format(dropped)}: removed.` });
    },
    addLast() {
      if (tree === undefined) return;
      const index = tree.root.members.length;
      const name = freeName(
        'field',
        tree.root.members.map(({ key }) => key),
      );
      const text = addField(tree.text, [index], name, '{"type": "string.uuid"}');
      apply({ text, focus: String(index), isNew: true });
    },
  };
}

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });

const MOVES: readonly string[] = ['next', 'previous', 'first', 'last', 'out'];
const isMove = (command: Command | Move): command is Move => MOVES.includes(command);

function move(to: Move, field: FieldNode, visible: readonly FieldNode[], focus: (id: string) => void): void {
  const index = visible.findIndex(({ id }) => id === field.id);
  const target = {
    next: visible[index + 1],
    previous: visible[index - 1],
    first: visible[0],
    last: visible.at(-1),
    out: visible.find(({ id }) => id === holderOf(field.id)),
  }[to];
  if (target !== undefined) focus(target.id);
}

const isField = ({ kind }: FieldNode): boolean => kind !== 'note' && kind !== 'invalid';

/** Commands that show something and leave the text as it is. Returns whether this is one. */
function show(command: Command, field: FieldNode, hands: Hands, props: FieldsTableProps): boolean {
  const { id, member } = field;
  const { opened, unfolded, set, setUnfolded } = hands;
  const isOf = isField(field);
  const json = (): void => {
    const { offset } = member.keyRange;
    props.onJson(offset, endOf(member.value) - offset);
  };
  const fold = (): void => setUnfolded(new Set([...unfolded].filter((key) => key !== keyOf(field))));
  const unfold = (): void => setUnfolded(new Set([...unfolded, keyOf(field)]));
  const form = (): void => {
    const isOpen = opened.open === id;
    set({ open: isOpen ? undefined : id, naming: undefined, active: id });
    if (isOpen) fold();
    else unfold();
  };
  const commands: Partial<Record<Command, () => void>> = {
    json,
    form: isOf ? form : json,
    rename: () => !props.locked && field.kind !== 'note' && set({ open: id, naming: id, active: id }),
    type: () => !props.locked && isOf && set({ choosing: id, active: id }),
    fold,
    unfold,
    // What is not written as a field cannot be hidden.
    ...(!isOf && { hide: () => undefined }),
  };
  commands[command]?.();
  return commands[command] !== undefined;
}
