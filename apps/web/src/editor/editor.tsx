import type { SchemaIssue } from '@catbird/engine';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';
import { LazyTypePicker } from '../type-picker/lazy-type-picker.tsx';
import type { TypeSummary } from '../worker/type-protocol.ts';
import type { TypeRequest } from './type-completion.ts';
import { newView, type Edits, type Selected, type View } from './view.ts';

/** Commands of the editor. */
export interface EditorHandle {
  /** Selects a range in UTF-16 units and scrolls to it. */
  select(offset: number, length: number): void;
  /** Replaces the text as a person would, so that undo brings the old one back. */
  replace(content: string): void;
  /** Turns the text into another one by the smallest edit. `typing`: undone together with what was typed just before. */
  edit(content: string, typing: boolean): void;
  undo(): void;
  redo(): void;
  /** Whether there are edits to take back, or to bring back. */
  edits(): Edits;
}

/** A JSON editor that marks issues and completes generator types. */
export function Editor({
  ref,
  selected,
  content,
  issues,
  locked,
  label,
  types,
  onEdit,
}: {
  readonly ref: Ref<EditorHandle>;
  /** What is selected at the start. */
  readonly selected: RefObject<Selected | undefined>;
  readonly content: string;
  readonly issues: readonly SchemaIssue[];
  readonly locked: boolean;
  /** Accessible name. */
  readonly label: string;
  /** All generator types; called once. */
  readonly types: () => Promise<readonly TypeSummary[]>;
  readonly onEdit: (content: string) => void;
}) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<View>(undefined);
  const [request, setRequest] = useState<TypeRequest>();
  const calls = useRef({ content, onEdit, types });
  useEffect(() => {
    calls.current = { content, onEdit, types };
  }, [content, onEdit, types]);
  // A layout effect: no key is lost between the plain editor and this one.
  useLayoutEffect(() => {
    if (parent.current === null) return undefined;
    const created = newView(parent.current, {
      content: calls.current.content,
      selected: selected.current,
      label,
      types: () => calls.current.types(),
      onFind: setRequest,
      onEdit: (text) => calls.current.onEdit(text),
    });
    view.current = created;
    return () => {
      created.remove();
      view.current = undefined;
    };
  }, [label, selected]);
  useEffect(() => view.current?.show(content), [content]);
  useEffect(() => view.current?.mark(issues), [issues]);
  useEffect(() => view.current?.lock(locked), [locked]);
  useImperativeHandle(
    ref,
    () => ({
      select: (offset, length) => view.current?.select(offset, length),
      replace: (text) => view.current?.replace(text),
      edit: (text, typing) => view.current?.edit(text, typing),
      undo: () => view.current?.undo(),
      redo: () => view.current?.redo(),
      edits: () => view.current?.edits() ?? { undo: false, redo: false },
    }),
    [],
  );
  return (
    <>
      <div className="ed" ref={parent} />
      <LazyTypePicker
        open={request !== undefined}
        current={request?.current}
        field={request?.field}
        onUse={(type, values) => request?.use(type, values)}
        onClose={() => {
          setRequest(undefined);
          request?.close();
        }}
      />
    </>
  );
}
