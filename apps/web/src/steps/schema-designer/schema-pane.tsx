import type { SchemaIssue } from '@catbird/engine';
import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditorHandle } from '../../editor/editor.tsx';
import { CUSTOM } from '../../state/state.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import type { DesignerProps, WantedField } from './designer-props.ts';
import { IssueList } from './issue-list.tsx';
import { PaneHead, useSchemaView } from './pane-head.tsx';
import { isLongSample, SampleOffer, useIsSample } from './sample-offer.tsx';
import type { KeptSample } from './sample/kept-sample.ts';
import { PastedEvent } from './sample/pasted-event.ts';
import { SchemaViews } from './schema-views.tsx';

const TemplateGallery = lazyPart(
  async () => (await import('../../gallery/template-gallery.tsx')).TemplateGallery,
);

const SampleDialog = lazyPart(async () => (await import('./sample/sample-dialog.tsx')).SampleDialog);

const ComparisonDialog = lazyPart(
  async () => (await import('./comparison/comparison-dialog.tsx')).ComparisonDialog,
);

const NO_ISSUES: readonly SchemaIssue[] = [];

const NO_EDITS = { undo: false, redo: false };

/** What can be done with the schema in this view. */
const PaneFoot = ({
  isJson,
  canCompare,
  locked,
  onFormat,
  onCompare,
}: {
  readonly isJson: boolean;
  /** A sample is there to compare rows with. */
  readonly canCompare: boolean;
  readonly locked: boolean;
  readonly onFormat: () => void;
  readonly onCompare: () => void;
}) =>
  (isJson || canCompare) && (
    <div className="pane-bar">
      {canCompare && (
        <button className="mini" type="button" onClick={onCompare}>
          Compare with the sample
        </button>
      )}
      {isJson && (
        <button className="mini" type="button" disabled={locked} onClick={onFormat}>
          Format
        </button>
      )}
    </div>
  );

/** A dialog of the pane. */
type DialogName = 'gallery' | 'sample' | 'comparison';

/** The schema as fields or as JSON, with what is wrong with it, and other ways to a schema: templates and samples. */
export function SchemaPane({
  state,
  locked,
  actions,
  wanted,
  onActive,
  onConfig,
}: DesignerProps & {
  readonly wanted: WantedField | undefined;
  /** Called with the keys of the field being edited as a field. */
  readonly onActive: (path: readonly string[] | undefined) => void;
}) {
  const { template, content, issues, isChecked, schemaError } = state;
  const [view, setView] = useSchemaView();
  const editor = useRef<EditorHandle>(null);
  const pane = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const [dialog, setDialog] = useState<DialogName>();
  /** The sample that the dialog begins with. */
  const [sample, setSample] = useState('');
  /** The sample that a schema was made from last. */
  const [kept, setKept] = useState<KeptSample>();
  useEffect(() => () => kept?.reader.stop(), [kept]);
  const shownSample = template === CUSTOM ? kept : undefined;
  const [edits, setEdits] = useState(NO_EDITS);
  // After the editor has got the text, whose history this is.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the editor's history changes with its text
  useEffect(() => setEdits(editor.current?.edits() ?? NO_EDITS), [content]);
  const isSample = useIsSample(content, issues);
  // While a text waits for its check, the issues of the text before stay: typing must not move them.
  const shownIssues = useLatest(isChecked ? issues : undefined) ?? NO_ISSUES;
  const goTo = ({ offset, length }: SchemaIssue): void => {
    // The editor cannot scroll while the table hides it.
    flushSync(() => setView('json'));
    editor.current?.select(offset, length);
  };
  const edit = (text: string): void => actions.edit(text);
  const open = (name: DialogName, text = ''): void => {
    opener.current = document.activeElement;
    setSample(text);
    setDialog(name);
  };
  const close = (): void => {
    setDialog(undefined);
    const { current } = opener;
    const target = current?.isConnected === true ? current : pane.current?.querySelector('button');
    if (target instanceof HTMLElement) target.focus();
  };
  const replace = (text: string, used: KeptSample | undefined): void => {
    setKept(used);
    if (editor.current === null) edit(text);
    else editor.current.replace(text);
  };
  return (
    <div className="pane pane-schema" ref={pane}>
      <PaneHead
        view={view}
        content={content}
        locked={locked}
        edits={edits}
        onView={setView}
        onBrowse={() => open('gallery')}
        onSample={() => open('sample')}
        onConfig={onConfig}
        onReplace={(text) => replace(text, undefined)}
        onUndo={() => editor.current?.undo()}
        onRedo={() => editor.current?.redo()}
      />
      <div
        className="pane-body"
        id="schema-view"
        role="tabpanel"
        aria-labelledby={`schema-view-${view}`}
        onPasteCapture={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (locked || !isLongSample(pasted)) return;
          // An editor of so many lines would block the page.
          event.preventDefault();
          event.stopPropagation();
          open('sample', pasted);
        }}
      >
        <PastedEvent value={shownSample?.only}>
          <SchemaViews
            editor={editor}
            view={view}
            content={content}
            issues={isSample ? NO_ISSUES : shownIssues}
            wanted={wanted}
            locked={locked}
            types={() => actions.types()}
            onEdit={edit}
            onRename={(request) => actions.rename(request)}
            onActive={onActive}
            onView={setView}
          />
        </PastedEvent>
      </div>
      {isSample ? (
        <SampleOffer onMake={() => open('sample', content)} />
      ) : (
        <IssueList
          // The table shows the others at their rows.
          issues={view === 'json' ? shownIssues : shownIssues.filter(({ severity }) => severity === 'note')}
          error={schemaError}
          content={content}
          locked={locked}
          onGoTo={goTo}
          onFix={(text) => (editor.current === null ? edit(text) : editor.current.edit(text, false))}
        />
      )}
      <PaneFoot
        isJson={view === 'json'}
        canCompare={shownSample !== undefined}
        locked={locked}
        onFormat={() => actions.format()}
        onCompare={() => open('comparison')}
      />
      <Suspense>
        {dialog === 'gallery' && (
          <TemplateGallery onUse={(name) => actions.chooseTemplate(name)} onClose={close} />
        )}
        {dialog === 'sample' && (
          <SampleDialog text={sample} onUse={replace} onConfig={onConfig} onClose={close} />
        )}
        {dialog === 'comparison' && kept !== undefined && (
          <ComparisonDialog sample={kept} rows={() => actions.rows(kept.spread)} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}
