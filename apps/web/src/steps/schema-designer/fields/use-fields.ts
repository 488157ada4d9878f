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
import type { Target } from './drag.ts';
import { editField, moved, renameNotice, siblingsOf, type Edited } from './edit-field.ts';
import type { RowEvents } from './row-menu.tsx';
import type { FieldsTabProps } from './table-props.ts';
import { holderOf } from './ids.ts';
import { fieldOfIssue, visibleFields } from './rows.ts';
import { useTree, type TreeState } from './use-tree.ts';

/** Loads what drags a field, before one is dragged. */
export const loadDrag = () => import('./drag.ts');

/** What is open in the table, by ids of fields. */
interface Opened {
  readonly active: string | undefined;
  /** Its params. */
  readonly open: string | undefined;
  readonly naming: string | undefined;
  readonly menu: string | undefined;
  readonly choosing: string | undefined;
  /** Where a dragged field would go. */
  readonly target: Target | undefined;
  readonly notice: string | undefined;
  /** The row to scroll to once it is drawn, with the focus or without. */
  readonly wanted: { readonly id: string; readonly isFocused: boolean } | undefined;
}

/** The table: what it shows, and what can be done with it. */
export interface Fields extends TreeState, Opened {
  /** Ids of folded objects. */
  readonly folded: ReadonlySet<string>;
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
  menu: undefined,
  choosing: undefined,
  target: undefined,
  notice: undefined,
  wanted: undefined,
};

const rowElement = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.ft [data-id="${id}"]`);

const placeOf = (id: string): readonly number[] => id.split('.').map(Number);

/** The state of the table of fields. */
export function useFields(props: FieldsTabProps, types: readonly TypeSummary[]): Fields {
  const state = useTree(props.content);
  const [opened, setOpened] = useState(NOTHING);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const { wanted } = opened;
  useEffect(() => {
    if (wanted === undefined) return;
    const row = rowElement(wanted.id);
    if (wanted.isFocused) row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [wanted]);
  const set = (change: Partial<Opened>): void => setOpened((before) => ({ ...before, ...change }));
  const focus = (id: string): void => set({ active: id, wanted: { id, isFocused: true } });
  const { wanted: shown } = props;
  useEffect(() => {
    if (shown === undefined) return;
    const field = fieldOfIssue(visibleFields(state.tree?.fields ?? [], folded), shown);
    if (field === undefined) return;
    const { id } = field;
    setOpened((before) => ({
      ...before,
      active: id,
      open: shown.opensForm || before.open === id ? id : undefined,
      wanted: { id, isFocused: false },
    }));
    // oxlint-disable-next-line react/exhaustive-deps -- a field is shown once, when it is wanted
  }, [shown]);
  const [{ events, use, latest }] = useState(newEvents);
  const table = newTable(props, state, { types, opened, folded, set, setFolded, focus, latest });
  // A layout effect: keys pressed after this rendering apply to its rows.
  useLayoutEffect(() => use(table));
  return { ...state, ...opened, folded, ...table, focus, on: events };
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
      close: (id) => latest?.close(id),
      fix: (id) => latest?.fix(id),
      activate: (id) => latest?.activate(id),
      grab: (id, grip, pointerId) => latest?.grab(id, grip, pointerId),
    },
  };
}

interface Hands {
  readonly types: readonly TypeSummary[];
  readonly opened: Opened;
  readonly folded: ReadonlySet<string>;
  readonly set: (change: Partial<Opened>) => void;
  readonly setFolded: (folded: ReadonlySet<string>) => void;
  readonly focus: (id: string) => void;
  /** The table as it was drawn last. */
  readonly latest: () => Table | undefined;
}

type Table = RowEvents &
  Pick<Fields, 'edit' | 'closeForm' | 'closeTypes' | 'changeType' | 'addLast'> & {
    /** Moves a field to another index of the object that holds it. */
    readonly moveTo: (id: string, index: number) => void;
    /** Shows what a new name made of a text; asks again if that text has changed meanwhile. */
    readonly settle: (asked: RenameRequest, id: string, renamed: Renamed | undefined) => void;
  };

function newTable(props: FieldsTabProps, { tree, broken }: TreeState, hands: Hands): Table {
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
    set({ open: follows, naming: isNew ? id : undefined, active: id });
    if (id !== undefined && !isNew) focus(id);
  };
  return {
    edit,
    moveTo(id, index) {
      const field = at(id);
      if (tree !== undefined && field !== undefined) apply(moved(tree, field, index), id);
    },
    grab(id, grip, pointerId) {
      set({ active: id, open: undefined, menu: undefined });
      // At once: the pointer may leave the grip before the rest has loaded.
      grip.setPointerCapture(pointerId);
      void loadDrag().then(({ dragRow, indexAt }) =>
        dragRow(
          grip,
          pointerId,
          (target) => set({ target }),
          (target) => {
            set({ target: undefined });
            if (target !== undefined) latest()?.moveTo(id, indexAt(id, target));
          },
        ),
      );
    },
    run(id, command) {
      const field = at(id);
      if (tree === undefined || field === undefined) return;
      if (isMove(command)) return move(command, field, visibleFields(tree.fields, hands.folded), focus);
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
    close(id) {
      set({
        ...(opened.naming === id && { naming: undefined }),
        ...(opened.menu === id && { menu: undefined }),
      });
    },
    fix(id) {
      const visible = visibleFields(tree?.fields ?? [], hands.folded);
      const fixes = props.issues
        .filter((issue) => fieldOfIssue(visible, issue)?.id === id)
        .flatMap((issue) => fixOf(props.content, issue) ?? []);
      const [first] = fixes;
      if (first !== undefined) edit(first.text, false);
      focus(id);
    },
    activate: (id) => set({ active: id }),
    closeForm(id) {
      set({ open: undefined });
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
function show(command: Command, field: FieldNode, hands: Hands, props: FieldsTabProps): boolean {
  const { id, member } = field;
  const { opened, folded, set, setFolded } = hands;
  const isOf = isField(field);
  const json = (): void => {
    const { offset } = member.keyRange;
    props.onJson(offset, endOf(member.value) - offset);
  };
  const commands: Partial<Record<Command, () => void>> = {
    json,
    form: isOf ? () => set({ open: opened.open === id ? undefined : id, active: id }) : json,
    rename: () => !props.locked && field.kind !== 'note' && set({ naming: id, active: id }),
    type: () => !props.locked && isOf && set({ choosing: id, active: id }),
    menu: () => set({ menu: opened.menu === id ? undefined : id, active: id }),
    fold: () => setFolded(new Set([...folded, id])),
    unfold: () => setFolded(new Set([...folded].filter((each) => each !== id))),
    // What is not written as a field cannot be hidden.
    ...(!isOf && { hide: () => undefined }),
  };
  commands[command]?.();
  return commands[command] !== undefined;
}
