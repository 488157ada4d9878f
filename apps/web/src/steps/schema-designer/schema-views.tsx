import type { SchemaIssue } from '@catbird/engine';
import { Suspense, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { EditorHandle } from '../../editor/editor.tsx';
import type { Selected } from '../../editor/view.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { TypeSummary } from '../../worker/type-protocol.ts';
import type { FieldsTableProps } from './fields/table-props.ts';
import type { SchemaView } from './toolbar.tsx';
import './schema-views.css';

const loadEditor = () => import('../../editor/editor.tsx');

const Editor = lazyPart(async () => (await loadEditor()).Editor, PlainEditor);

/** Loads the table of fields before it is shown, and the editor: it holds the history of edits, those of the table included. */
export async function loadFields() {
  const [{ FieldsTable: Table }] = await Promise.all([import('./fields/fields-table.tsx'), loadEditor()]);
  return Table;
}

const FieldsTable = lazyPart(loadFields);

/** The schema text as JSON or as a table of fields. The editor stays behind the table: its undo takes back edits of both. */
export function SchemaViews({
  editor,
  view,
  content,
  issues,
  profile,
  isOld,
  locked,
  types,
  onEdit,
  onRename,
  onActive,
  onJson,
}: {
  readonly editor: RefObject<EditorHandle | null>;
  readonly view: SchemaView;
  readonly content: string;
  readonly issues: readonly SchemaIssue[];
  readonly profile: FieldsTableProps['profile'];
  readonly isOld: boolean;
  readonly locked: boolean;
  readonly types: () => Promise<readonly TypeSummary[]>;
  readonly onEdit: (content: string) => void;
  readonly onRename: FieldsTableProps['onRename'];
  readonly onActive: FieldsTableProps['onActive'];
  readonly onJson: FieldsTableProps['onJson'];
}) {
  /** What was selected in the plain editor when the editor took its place. */
  const selected = useRef<Selected>(undefined);
  const [wasShown, setWasShown] = useState(view === 'fields');
  if (view === 'fields' && !wasShown) setWasShown(true);
  return (
    <>
      <div className="schema-view" hidden={view !== 'json'}>
        <Suspense
          fallback={<PlainEditor selected={selected} content={content} locked={locked} onEdit={onEdit} />}
        >
          <Editor
            ref={editor}
            selected={selected}
            content={content}
            issues={issues}
            locked={locked}
            label="Schema, JSON editor"
            types={types}
            onEdit={onEdit}
          />
        </Suspense>
      </div>
      {wasShown && (
        <div className="schema-view" hidden={view !== 'fields'}>
          <Suspense fallback={<p className="waiting">Reading the fields</p>}>
            <FieldsTable
              content={content}
              issues={issues}
              profile={profile}
              isOld={isOld}
              locked={locked}
              types={types}
              onEdit={(text, typing) => {
                if (editor.current === null) onEdit(text);
                else editor.current.edit(text, typing);
              }}
              isShown={view === 'fields'}
              onRename={onRename}
              onActive={onActive}
              onUndo={() => editor.current?.undo()}
              onJson={onJson}
            />
          </Suspense>
        </div>
      )}
    </>
  );
}

/** Works in place of the editor until that has loaded. */
function PlainEditor({
  selected,
  content,
  locked,
  onEdit,
}: {
  /** Gets what is selected when the editor takes its place, if it has the focus then. */
  readonly selected: RefObject<Selected | undefined>;
  readonly content: string;
  readonly locked: boolean;
  readonly onEdit: (content: string) => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = area;
    return () => {
      if (current === null || document.activeElement !== current) return;
      selected.current = { anchor: current.selectionStart, head: current.selectionEnd };
    };
  }, [selected]);
  return (
    <textarea
      className="ed code plain"
      ref={area}
      aria-label="Schema, JSON editor"
      value={content}
      readOnly={locked}
      spellCheck={false}
      onChange={(event) => onEdit(event.currentTarget.value)}
    />
  );
}
