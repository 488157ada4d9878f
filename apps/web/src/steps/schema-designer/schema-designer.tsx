import type { Issue } from '@catbird/core';
import { templates } from '@catbird/core/templates';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { EditorHandle } from '../../editor/editor.tsx';
import { CUSTOM, type State } from '../../state/state.ts';
import { Button, DownArrow, Field, Select, Tick } from '../../ui/index.ts';
import type { Look, TypeSummary } from '../../worker/protocol.ts';
import { BeforeStart } from './before-start.tsx';
import { IssueList } from './issue-list.tsx';
import { Preview } from './preview.tsx';

const Editor = lazy(() => import('../../editor/editor.tsx').then((module) => ({ default: module.Editor })));

const options = [...templates.map(({ name }) => name), CUSTOM].map((name) => ({ value: name, label: name }));

/** What the schema designer lets a person do. */
export interface DesignerActions {
  chooseTemplate(template: string): void;
  edit(content: string): void;
  format(): void;
  check(): void;
  changeSeed(seed: string): void;
  drawSeed(): Promise<void>;
  preview(): Promise<boolean>;
  saveAndGenerate(): Promise<void>;
  look(): Promise<Look>;
  types(): Promise<readonly TypeSummary[]>;
}

/** Step 2: what one event looks like. */
export function SchemaDesigner({
  id,
  state,
  locked,
  actions,
}: {
  readonly id: string;
  readonly state: State;
  /** Events are being generated. */
  readonly locked: boolean;
  readonly actions: DesignerActions;
}) {
  const { step, template, content, issues, schemaError } = state;
  const editor = useRef<EditorHandle>(null);
  useEffect(() => actions.check(), [actions]);
  const goTo = ({ offset, length }: Issue): void => editor.current?.select(offset, length);
  return (
    <section className="sec" id={id} aria-labelledby="schema-title">
      <div className="sec-head">
        <div>
          <h2 id="schema-title">Schema Designer</h2>
          <p className="sub">
            What one event looks like. The same schema and seed make the same rows, here and in a terminal.
          </p>
        </div>
        <div className="tmpl">
          <Field label="Template">
            {(control) => (
              <Select
                {...control}
                value={template}
                options={options}
                disabled={locked}
                onValue={(chosen) => actions.chooseTemplate(chosen)}
              />
            )}
          </Field>
        </div>
      </div>
      {locked && (
        <p className="locked-note">
          <Tick tone="now" />
          Locked while events are generated. <a href="#overview">Stop Generating!</a> to change them.
        </p>
      )}
      <div className="panes">
        <div className="pane">
          <div className="pane-head">
            <h3>Schema</h3>
            <button className="mini" type="button" disabled={locked} onClick={() => actions.format()}>
              Format
            </button>
          </div>
          <Suspense
            fallback={<PlainEditor content={content} locked={locked} onEdit={(text) => actions.edit(text)} />}
          >
            <Editor
              ref={editor}
              content={content}
              issues={issues}
              locked={locked}
              label="Schema, JSON editor"
              types={() => actions.types()}
              onEdit={(text) => actions.edit(text)}
            />
          </Suspense>
          <IssueList issues={issues} error={schemaError} onGoTo={goTo} />
        </div>
        <Preview
          state={state}
          locked={locked}
          onSeed={(seed) => actions.changeSeed(seed)}
          onDraw={() => void actions.drawSeed()}
          onLook={() => actions.look()}
        />
      </div>
      <BeforeStart state={state} />
      <div className="sec-foot end">
        <div className="acts">
          <Button look="outline" onClick={() => void actions.preview()}>
            Preview
          </Button>
          {step === 2 && (
            <Button onClick={() => void actions.saveAndGenerate()}>
              Start Generating! <DownArrow />
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/** What stands in the editor's place until it is loaded, and works as well. */
const PlainEditor = ({
  content,
  locked,
  onEdit,
}: {
  readonly content: string;
  readonly locked: boolean;
  readonly onEdit: (content: string) => void;
}) => (
  <textarea
    className="ed code plain"
    aria-label="Schema, JSON editor"
    value={content}
    readOnly={locked}
    spellCheck={false}
    rows={content.split('\n').length}
    onChange={(event) => onEdit(event.currentTarget.value)}
  />
);
