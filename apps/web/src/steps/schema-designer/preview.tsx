import { formatSchema } from '@catbird/engine';
import { Suspense, useCallback, useDeferredValue, useState, type ReactNode } from 'react';
import type { StateBeforeRun } from '../../state/before-run.ts';
import type { Sample } from '../../state/state.ts';
import { Select } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CopyShown, rowsOf, SeedInput, Summary, type ShownRow } from './data-words.tsx';
import type { PreviewActions, RowChoice, ViewName } from './designer-props.ts';
import { DownloadBar } from './download/download-bar.tsx';
import type { ColumnOrder } from './explorer/columns.ts';
import { faultOf, isRefreshing } from './health.ts';
import { cut, RowText } from './row-text.tsx';
import { useProfile, type ProfileState } from './use-profile.ts';

/** Loads the table of rows before it is shown. */
export const loadExplorer = () => import('./explorer/explorer.tsx');

const Explorer = lazyPart(async () => (await loadExplorer()).Explorer);

const VIEWS: readonly { readonly value: ViewName; readonly label: string }[] = [
  { value: 'table', label: 'Table' },
  { value: 'row', label: 'One row' },
];

const ORDERS: readonly { readonly value: ColumnOrder; readonly label: string }[] = [
  { value: 'telling', label: 'Telling first' },
  { value: 'rows', label: 'As in schema' },
];

const CHOICES: readonly { readonly value: RowChoice; readonly label: string }[] = [
  { value: 'spread', label: 'Spread rows' },
  { value: 'first', label: 'First rows' },
];

interface PreviewProps {
  readonly state: StateBeforeRun;
  readonly view: ViewName;
  /** Keys of the field being edited, as in issues: it is lit in the table and marked in the row. */
  readonly active: readonly string[] | undefined;
  readonly locked: boolean;
  readonly actions: PreviewActions;
  readonly onView: (view: ViewName) => void;
  /** Called with the keys of a column's field. */
  readonly onField: (path: readonly string[], opensForm: boolean) => void;
}

/** Rows of the schema with statistics on each column, or one row as JSON: the first, or that which was opened in the table. Below them: seed, which rows, and download. */
export function Preview({ state, view, active, locked, actions, onView, onField }: PreviewProps) {
  const [order, setOrder] = useState<ColumnOrder>('telling');
  const [choice, setChoice] = useState<RowChoice>('spread');
  const { sample } = state;
  const profile = useProfile(view === 'table', sample, (of) => actions.profile(of));
  const [opened, setOpened] = useState<ShownRow & { readonly of: Sample }>();
  const row = opened?.of === sample ? opened : sample && { ...sample, number: '1' };
  // Drawn again with each of its properties, the table must get the same function.
  const onRow = useCallback(
    (line: string, number: string) => {
      const bytes = new TextEncoder().encode(line).byteLength;
      if (sample !== undefined) setOpened({ of: sample, line, number, bytes, text: formatSchema(line) });
      onView('row');
    },
    [sample, onView],
  );
  const isOld = sample !== undefined && faultOf(state) !== undefined;
  return (
    <div className="pane pane-preview">
      <div className="pane-head">
        <h3 id="preview-title">Data</h3>
        <Tabs label="Data as" tabs={VIEWS} value={view} panel="preview" onValue={onView} />
        {view === 'table' && (
          <>
            <Select
              className="select select-sm"
              aria-label="Order of columns"
              value={order}
              options={ORDERS}
              onValue={setOrder}
            />
            <Select
              className="select select-sm"
              aria-label="Which rows"
              value={choice}
              options={CHOICES}
              onValue={setChoice}
            />
          </>
        )}
        <Summary state={state} view={view} row={row} profile={profile} />
        <CopyShown view={view} choice={choice} row={row} profile={profile} />
      </div>
      <div
        className={isOld ? 'pane-body old' : 'pane-body'}
        id="preview"
        role="tabpanel"
        aria-labelledby={`preview-${view}`}
        aria-busy={isRefreshing(state)}
      >
        {sample === undefined || row === undefined ? (
          <div className="sample empty">{state.sampleCode}</div>
        ) : view === 'row' ? (
          <OneRow row={row} active={active} />
        ) : (
          <Table
            profile={profile}
            order={order}
            choice={choice}
            active={active}
            onField={onField}
            onRow={onRow}
          />
        )}
      </div>
      <p role="status" className="sr">
        {state.schema !== undefined && 'The preview is up to date.'}
      </p>
      <DownloadBar template={state.template} source={() => actions.source()}>
        <SeedInput seed={state.seed} locked={locked} actions={actions} />
      </DownloadBar>
    </div>
  );
}

function Table({
  profile,
  order,
  choice,
  active,
  onField,
  onRow,
}: Pick<PreviewProps, 'active' | 'onField'> & {
  readonly profile: ProfileState;
  readonly order: ColumnOrder;
  readonly choice: RowChoice;
  readonly onRow: (line: string, number: string) => void;
}) {
  // Drawn when there is time, so that typing need not wait for many columns.
  const shown = useDeferredValue(profile);
  const waiting = <div className="sample empty">Generating rows</div>;
  if (shown.kind === 'failed') return <div className="sample empty">{shown.message}</div>;
  if (shown.kind === 'waiting') return waiting;
  const { statistics } = shown.profile;
  if (statistics === undefined) return <div className="sample empty">No rows</div>;
  return (
    <Suspense fallback={waiting}>
      <Explorer
        statistics={statistics}
        rows={rowsOf(shown.profile, choice)}
        order={order}
        lit={active}
        onField={onField}
        onRow={onRow}
      />
    </Suspense>
  );
}

const OneRow = ({
  row,
  active,
}: {
  readonly row: ShownRow;
  readonly active: readonly string[] | undefined;
}) => (
  <Scroller>
    <RowText text={row.text} active={active} />
    <Wire row={row} />
  </Scroller>
);

const Scroller = ({ children }: { readonly children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
  <div className="scroller" tabIndex={0} role="group" aria-labelledby="preview-title">
    {children}
  </div>
);

function Wire({ row: { line } }: { readonly row: ShownRow }) {
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
