import { Suspense, useDeferredValue, useState, type ReactNode } from 'react';
import type { StateBeforeRun } from '../../state/before-run.ts';
import type { Sample } from '../../state/state.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { cut, RowText } from './row-text.tsx';
import { DataTable } from './data-table.tsx';
import { DownloadBar } from './download/download-bar.tsx';
import { faultOf, isRefreshing } from './health.ts';
import { CopyShown, Facts } from './preview-foot.tsx';
import { useProfile, type ProfileState } from './use-profile.ts';
import type { PreviewActions, ViewName } from './designer-props.ts';

const FieldList = lazyPart(async () => (await import('./field-list.tsx')).FieldList);

const VIEWS: readonly { readonly value: ViewName; readonly label: string }[] = [
  { value: 'row', label: 'One row' },
  { value: 'table', label: 'Table' },
  { value: 'fields', label: 'Fields' },
];

/** A row of the schema, indented and as sent; ten rows as a table; or statistics on the fields. Below them: seed, download and copy. */
export function Preview({
  state,
  active,
  locked,
  actions,
}: {
  readonly state: StateBeforeRun;
  /** Keys of the field being edited, as in issues: it is marked in the row. */
  readonly active: readonly string[] | undefined;
  readonly locked: boolean;
  readonly actions: PreviewActions;
}) {
  const [view, setView] = useState<ViewName>('row');
  const { sample } = state;
  const profile = useProfile(view, sample, (of, onlyRows) => actions.profile(of, onlyRows));
  const isOld = sample !== undefined && faultOf(state) !== undefined;
  return (
    <div className="pane pane-preview">
      <div className="pane-head">
        <h3 id="preview-title">Preview</h3>
        <Tabs label="Preview mode" tabs={VIEWS} value={view} panel="preview" onValue={setView} />
      </div>
      <div
        className={isOld ? 'pane-body old' : 'pane-body'}
        id="preview"
        role="tabpanel"
        aria-labelledby={`preview-${view}`}
        aria-busy={isRefreshing(state)}
      >
        {sample === undefined ? (
          <div className="sample empty">{state.sampleCode}</div>
        ) : (
          <View view={view} sample={sample} active={active} profile={profile} />
        )}
      </div>
      <p role="status" className="sr">
        {state.schema !== undefined && 'The preview is up to date.'}
      </p>
      <Facts state={state} view={view} profile={profile} locked={locked} actions={actions} />
      <DownloadBar template={state.template} source={() => actions.source()}>
        <CopyShown view={view} sample={sample} profile={profile} />
      </DownloadBar>
    </div>
  );
}

function View({
  view,
  sample,
  active,
  profile,
}: {
  readonly view: ViewName;
  readonly sample: Sample;
  readonly active: readonly string[] | undefined;
  readonly profile: ProfileState;
}) {
  // Drawn bit by bit, so that typing need not wait for a thousand fields.
  const shown = useDeferredValue(profile);
  if (view === 'row')
    return (
      <Scroller>
        <RowText text={sample.text} active={active} />
        <Wire sample={sample} />
      </Scroller>
    );
  if (shown.kind === 'failed') return <div className="sample empty">{shown.message}</div>;
  const waiting = <div className="sample empty">Generating rows</div>;
  if (shown.kind === 'waiting') return waiting;
  const { lines, statistics } = shown.profile;
  if (lines.length === 0) return <div className="sample empty">No rows</div>;
  return (
    <Scroller>
      {view === 'table' ? (
        <DataTable lines={lines} />
      ) : statistics === undefined ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <FieldList statistics={statistics} />
        </Suspense>
      )}
    </Scroller>
  );
}

const Scroller = ({ children }: { readonly children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
  <div className="scroller" tabIndex={0} role="group" aria-labelledby="preview-title">
    {children}
  </div>
);

function Wire({ sample: { line } }: { readonly sample: Sample }) {
  const { shown, rest } = cut(line);
  return (
    <div className="wire">
      <p className="hint">As sent</p>
      <code>
        {shown}
        {rest}
      </code>
    </div>
  );
}
