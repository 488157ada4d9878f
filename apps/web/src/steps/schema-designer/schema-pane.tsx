import type { SchemaIssue } from '@catbird/core';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditorHandle } from '../../editor/editor.tsx';
import { fixOf } from '../../schema-text/fixes.ts';
import { CUSTOM } from '../../state/state.ts';
import { Tick } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import type { DesignerProps, WantedField } from './designer-props.ts';
import { PaneHead, useSchemaView } from './pane-head.tsx';
import { isLongSample, SampleOffer, useIsSample } from './sample-offer.tsx';
import type { KeptSample } from './sample/kept-sample.ts';
import { SchemaViews } from './schema-views.tsx';

/** The list shows this many issues; the editor marks all. */
const SHOWN = 8;

const TONES = { error: 'failed', warning: 'retried', note: 'muted' } as const;

/** Errors, warnings and notes on the schema, each with its place. */
function IssueList({
  issues,
  error,
  content,
  locked,
  onGoTo,
  onFix,
}: {
  readonly issues: readonly SchemaIssue[];
  readonly error: string | undefined;
  readonly content: string;
  readonly locked: boolean;
  readonly onGoTo: (issue: SchemaIssue) => void;
  /** Called with the repaired text. */
  readonly onFix: (content: string) => void;
}) {
  const more = issues.length - SHOWN;
  return (
    <div role="status" aria-label="Schema issues">
      {(issues.length > 0 || error !== undefined) && (
        <ul className="issues">
          {error !== undefined && (
            <li>
              <Tick tone="failed" />
              <b>{error}</b>
            </li>
          )}
          {issues.slice(0, SHOWN).map((issue) => (
            <li key={`${issue.offset} ${issue.code} ${issue.message}`} className={issue.severity}>
              <Tick tone={TONES[issue.severity]} />
              <span>
                <b>{issue.message}.</b>{' '}
                {issue.hint !== undefined && `${issue.hint.replace(/[.?]?$/, (end) => end || '.')} `}
                <button type="button" onClick={() => onGoTo(issue)}>
                  Line {issue.line}, column {issue.column}
                </button>
                {!locked && <Repair issue={issue} content={content} onFix={onFix} />}
              </span>
            </li>
          ))}
          {more > 0 && (
            <li>
              <Tick tone="line" />
              <span>{more} more, marked in the editor.</span>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

/** What one click can repair. */
function Repair({
  issue,
  content,
  onFix,
}: {
  readonly issue: SchemaIssue;
  readonly content: string;
  readonly onFix: (content: string) => void;
}) {
  const fix = useMemo(() => fixOf(content, issue), [content, issue]);
  return (
    fix !== undefined && (
      <>
        {' '}
        <button type="button" className="fix" onClick={() => onFix(fix.text)}>
          {fix.label}
        </button>
      </>
    )
  );
}

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
  onFormat,
  onCompare,
}: {
  readonly onFormat: (() => void) | undefined;
  /** Undefined: there is no sample. */
  readonly onCompare: (() => void) | undefined;
}) =>
  (onFormat !== undefined || onCompare !== undefined) && (
    <div className="pane-bar">
      {onCompare !== undefined && (
        <button className="mini" type="button" onClick={onCompare}>
          Compare with the sample
        </button>
      )}
      {onFormat !== undefined && (
        <button className="mini" type="button" onClick={onFormat}>
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
  const [edits, setEdits] = useState(NO_EDITS);
  // After the editor has got the text, whose history this is.
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
        template={template}
        content={content}
        locked={locked}
        edits={edits}
        onView={setView}
        onTemplate={(chosen) => actions.chooseTemplate(chosen)}
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
        onFormat={view === 'json' && !locked ? () => actions.format() : undefined}
        onCompare={kept !== undefined && template === CUSTOM ? () => open('comparison') : undefined}
      />
      <Suspense>
        {dialog === 'gallery' && (
          <TemplateGallery onUse={(name) => actions.chooseTemplate(name)} onClose={close} />
        )}
        {dialog === 'sample' && <SampleDialog text={sample} onUse={replace} onClose={close} />}
        {dialog === 'comparison' && kept !== undefined && (
          <ComparisonDialog sample={kept} rows={() => actions.rows(kept.spread)} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}
