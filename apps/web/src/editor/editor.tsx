import type { Issue } from '@catbird/core';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { TypeSummary } from '../worker/protocol.ts';
import { newView, type View } from './view.ts';

/** Commands of the editor. */
export interface EditorHandle {
  /** Selects a range in UTF-16 units and scrolls to it. */
  select(offset: number, length: number): void;
  /** Replaces the text as a person would, so that undo brings the old one back. */
  replace(content: string): void;
}

/** A JSON editor that marks issues and completes generator types. */
export function Editor({
  ref,
  content,
  issues,
  locked,
  label,
  types,
  onEdit,
}: {
  readonly ref: Ref<EditorHandle>;
  readonly content: string;
  readonly issues: readonly Issue[];
  readonly locked: boolean;
  /** Accessible name. */
  readonly label: string;
  /** All generator types; called once. */
  readonly types: () => Promise<readonly TypeSummary[]>;
  readonly onEdit: (content: string) => void;
}) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<View>(undefined);
  const calls = useRef({ onEdit, types });
  useEffect(() => {
    calls.current = { onEdit, types };
  }, [onEdit, types]);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const created = newView(parent.current, {
      label,
      types: () => calls.current.types(),
      onEdit: (text) => calls.current.onEdit(text),
    });
    view.current = created;
    return () => {
      created.remove();
      view.current = undefined;
    };
  }, [label]);
  useEffect(() => view.current?.show(content), [content]);
  useEffect(() => view.current?.mark(issues), [issues]);
  useEffect(() => view.current?.lock(locked), [locked]);
  useImperativeHandle(
    ref,
    () => ({
      select: (offset, length) => view.current?.select(offset, length),
      replace: (text) => view.current?.replace(text),
    }),
    [],
  );
  return <div className="ed" ref={parent} />;
}
