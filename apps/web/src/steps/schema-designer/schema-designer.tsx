import type { Issue, Spread } from '@catbird/core';
import { templates } from '@catbird/core/templates';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { EditorHandle } from '../../editor/editor.tsx';
import { CUSTOM, type State } from '../../state/state.ts';
import { Button, DownArrow, Field, Select, Tick } from '../../ui/index.ts';
import type { DataProfile, GeneratedRows, TypeSummary } from '../../worker/protocol.ts';
import { BeforeStart } from './before-start.tsx';
import { IssueList } from './issue-list.tsx';
import { PlainEditor } from './plain-editor.tsx';
import { Preview } from './preview.tsx';
import type { KeptSample } from './sample/kept-sample.ts';
import { SampleOffer } from './sample-offer.tsx';
import { useIsSample } from './use-is-sample.ts';

const Editor = lazy(() => import('../../editor/editor.tsx').then((module) => ({ default: module.Editor })));

const SampleDialog = lazy(() =>
  import('./sample/sample-dialog.tsx').then((module) => ({ default: module.SampleDialog })),
);

const ComparisonDialog = lazy(() =>
  import('./comparison/comparison-dialog.tsx').then((module) => ({ default: module.ComparisonDialog })),
);

const options = [...templates.map(({ name }) => name), CUSTOM].map((name) => ({ value: name, label: name }));

const NO_ISSUES: readonly Issue[] = [];

/** Actions of the schema designer. */
export interface DesignerActions {
  chooseTemplate(template: string): void;
  edit(content: string): void;
  format(): void;
  check(): void;
  changeSeed(seed: string): void;
  newSeed(): Promise<void>;
  preview(): Promise<boolean>;
  saveAndGenerate(): Promise<void>;
  profile(): Promise<DataProfile>;
  rows(spread: Spread): Promise<GeneratedRows>;
  types(): Promise<readonly TypeSummary[]>;
}

interface DesignerProps {
  readonly state: State;
  /** A stream runs. */
  readonly locked: boolean;
  readonly actions: DesignerActions;
}

/** Step 2: what one event looks like. */
export function SchemaDesigner({ id, ...props }: DesignerProps & { readonly id: string }) {
  const { state, locked, actions } = props;
  useEffect(() => actions.check(), [actions]);
  return (
    <section className="sec" id={id} aria-labelledby="schema-title">
      <Head {...props} />
      {locked && (
        <p className="locked-note">
          <Tick tone="now" />
          Locked while a stream runs. <a href="#overview">Stop Generating!</a> to make changes.
        </p>
      )}
      <div className="panes">
        <SchemaPane {...props} />
        <Preview
          state={state}
          locked={locked}
          onSeed={(seed) => actions.changeSeed(seed)}
          onNewSeed={() => void actions.newSeed()}
          onProfile={() => actions.profile()}
        />
      </div>
      <BeforeStart state={state} />
      <div className="sec-foot end">
        <div className="acts">
          <Button look="outline" onClick={() => void actions.preview()}>
            Preview
          </Button>
          {state.step === 2 && (
            <Button onClick={() => void actions.saveAndGenerate()}>
              Start Generating! <DownArrow />
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

const Head = ({ state, locked, actions }: DesignerProps) => (
  <div className="sec-head">
    <div>
      <h2 id="schema-title">Schema Designer</h2>
      <p className="sub">
        What one event looks like. Same schema, same seed, same rows: here and in the terminal.
      </p>
    </div>
    <div className="tmpl">
      <Field label="Template">
        {(control) => (
          <Select
            {...control}
            value={state.template}
            options={options}
            disabled={locked}
            onValue={(chosen) => actions.chooseTemplate(chosen)}
          />
        )}
      </Field>
    </div>
  </div>
);

function SchemaPane({ state: { template, content, issues, schemaError }, locked, actions }: DesignerProps) {
  const editor = useRef<EditorHandle>(null);
  const goTo = ({ offset, length }: Issue): void => editor.current?.select(offset, length);
  const edit = (text: string): void => actions.edit(text);
  const opener = useRef<HTMLButtonElement>(null);
  /** The sample that the dialog begins with; undefined while it is closed. */
  const [sample, setSample] = useState<string>();
  /** The sample that a schema was made from last. */
  const [kept, setKept] = useState<KeptSample>();
  const comparer = useRef<HTMLButtonElement>(null);
  const [isComparing, setComparing] = useState(false);
  useEffect(() => () => kept?.reader.stop(), [kept]);
  const isSample = useIsSample(content, issues);
  return (
    <div className="pane">
      <div className="pane-head">
        <h3>Schema</h3>
        <button
          className="mini first"
          type="button"
          ref={opener}
          disabled={locked}
          onClick={() => setSample('')}
        >
          From a sample…
        </button>
        {kept !== undefined && template === CUSTOM && (
          <button className="mini" type="button" ref={comparer} onClick={() => setComparing(true)}>
            Compare with the sample
          </button>
        )}
        <button className="mini" type="button" disabled={locked} onClick={() => actions.format()}>
          Format
        </button>
      </div>
      <Suspense fallback={<PlainEditor content={content} locked={locked} onEdit={edit} />}>
        <Editor
          ref={editor}
          content={content}
          issues={isSample ? NO_ISSUES : issues}
          locked={locked}
          label="Schema, JSON editor"
          types={() => actions.types()}
          onEdit={edit}
        />
      </Suspense>
      {isSample ? (
        <SampleOffer onMake={() => setSample(content)} />
      ) : (
        <IssueList issues={issues} error={schemaError} onGoTo={goTo} />
      )}
      {sample !== undefined && (
        <Suspense>
          <SampleDialog
            text={sample}
            onUse={(text, used) => {
              setKept(used);
              if (editor.current === null) edit(text);
              else editor.current.replace(text);
            }}
            onClose={() => {
              setSample(undefined);
              opener.current?.focus();
            }}
          />
        </Suspense>
      )}
      {isComparing && kept !== undefined && (
        <Suspense>
          <ComparisonDialog
            sample={kept}
            rows={() => actions.rows(kept.spread)}
            onClose={() => {
              setComparing(false);
              comparer.current?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
