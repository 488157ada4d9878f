import { lazy, Suspense, useState } from 'react';
import type { State } from '../../state/state.ts';
import { timeKey } from '../../state/time.ts';
import { Button, TextInput } from '../../ui/index.ts';
import type { DataProfile } from '../../worker/protocol.ts';
import { RowText, shown } from './row-text.tsx';
import { useProfile, type ProfileState } from './use-profile.ts';

const FieldList = lazy(() => import('./field-list.tsx').then((module) => ({ default: module.FieldList })));

const numbers = new Intl.NumberFormat('en-US');

/** A row of the schema, indented and as sent; ten rows; or statistics on the fields. */
export function Preview({
  state: { sample, sampleCode, schema, seed, config },
  locked,
  onSeed,
  onNewSeed,
  onProfile,
}: {
  readonly state: State;
  readonly locked: boolean;
  readonly onSeed: (seed: string) => void;
  readonly onNewSeed: () => void;
  readonly onProfile: () => Promise<DataProfile>;
}) {
  const [view, setView] = useState<ViewName>('row');
  const profile = useProfile(view === 'row' ? undefined : sample, onProfile);
  const isOld =
    sample !== undefined &&
    (schema === undefined || sample.seed !== seed || sample.timeKey !== timeKey(config));
  return (
    <div className="pane">
      <div className="pane-head">
        <h3 id="preview-title">Preview</h3>
        {sample && <Views view={view} onView={setView} />}
      </div>
      <div role={roleOf(view, profile)} className="sample-place">
        {sample ? (
          <View view={view} sample={sample} profile={profile} />
        ) : (
          <div className="sample empty">{sampleCode}</div>
        )}
      </div>
      {sample && view === 'row' && (
        <div className="wire">
          <p className="hint">Row 1 as sent, {numbers.format(sample.bytes)} B</p>
          <code>{shown(sample.line)}</code>
        </div>
      )}
      <div className="pane-foot">
        <div className="seed">
          <label className="label" htmlFor="seed">
            Seed
          </label>
          <TextInput id="seed" mono value={seed} disabled={locked} onValue={onSeed} />
          <Button look="outline" disabled={locked} onClick={onNewSeed}>
            New seed
          </Button>
        </div>
        {isOld && (
          <p className="hint">
            The {schema === undefined || sample.seed !== seed ? 'schema or seed' : 'time'} has changed since
            this row was generated.
          </p>
        )}
      </div>
    </div>
  );
}

type ViewName = 'row' | 'rows' | 'fields';

/** Samples are read out as they come; statistics are too long for that. */
const roleOf = (view: ViewName, { kind }: ProfileState): 'status' | undefined =>
  view === 'fields' && kind === 'ready' ? undefined : 'status';

const VIEWS: readonly (readonly [ViewName, string])[] = [
  ['row', 'One row'],
  ['rows', '10 rows'],
  ['fields', 'Fields'],
];

const Views = ({ view, onView }: { readonly view: ViewName; readonly onView: (view: ViewName) => void }) => (
  <fieldset className="theme">
    <legend className="sr">Preview mode</legend>
    {VIEWS.map(([name, label]) => (
      <label key={name}>
        <input
          type="radio"
          name="preview-view"
          value={name}
          checked={name === view}
          onChange={() => onView(name)}
        />
        {label}
      </label>
    ))}
  </fieldset>
);

function View({
  view,
  sample,
  profile,
}: {
  readonly view: ViewName;
  readonly sample: NonNullable<State['sample']>;
  readonly profile: ProfileState;
}) {
  if (view === 'row') return <RowText text={sample.text} />;
  if (profile.kind === 'failed') return <div className="sample empty">{profile.message}</div>;
  const waiting = <div className="sample empty">Generating rows</div>;
  if (profile.kind === 'waiting') return waiting;
  const { lines, statistics } = profile.profile;
  if (view === 'rows') return <RowText text={lines.join('\n')} />;
  if (statistics === undefined) return <div className="sample empty">No rows</div>;
  return (
    <Suspense fallback={waiting}>
      <FieldList statistics={statistics} />
    </Suspense>
  );
}
