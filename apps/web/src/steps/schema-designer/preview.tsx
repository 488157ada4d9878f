import { useState } from 'react';
import type { State } from '../../state/state.ts';
import { Button, TextInput } from '../../ui/index.ts';
import type { Look } from '../../worker/protocol.ts';
import { FieldList } from './field-list.tsx';
import { RowText, shown } from './row-text.tsx';
import { useLook, type LookState } from './use-look.ts';

const numbers = new Intl.NumberFormat('en-US');

/** One row of the schema, indented, and as it is sent. */
export function Preview({
  state: { sample, sampleCode, schema, seed },
  locked,
  onSeed,
  onDraw,
  onLook,
}: {
  readonly state: State;
  readonly locked: boolean;
  readonly onSeed: (seed: string) => void;
  readonly onDraw: () => void;
  readonly onLook: () => Promise<Look>;
}) {
  const [view, setView] = useState<ViewName>('row');
  const look = useLook(view === 'row' ? undefined : sample, onLook);
  const isOld = sample !== undefined && (schema === undefined || sample.seed !== seed);
  return (
    <div className="pane">
      <div className="pane-head">
        <h3 id="preview-title">Preview</h3>
        {sample && <Views view={view} onView={setView} />}
      </div>
      <div role="status" className="sample-place">
        {sample ? (
          <View view={view} sample={sample} look={look} />
        ) : (
          <div className="sample empty">{sampleCode}</div>
        )}
      </div>
      {sample && view === 'row' && (
        <div className="wire">
          <p className="hint">
            Row 0 of seed {sample.seed}, as sent: {numbers.format(sample.bytes)} bytes
          </p>
          <code>{shown(sample.line)}</code>
        </div>
      )}
      <div className="pane-foot">
        <div className="seed">
          <label className="label" htmlFor="seed">
            Seed
          </label>
          <TextInput id="seed" mono value={seed} disabled={locked} onValue={onSeed} />
          <Button look="outline" disabled={locked} onClick={onDraw}>
            Draw another
          </Button>
        </div>
        {isOld && <p className="hint">The schema or seed has changed since this row was made.</p>}
      </div>
    </div>
  );
}

type ViewName = 'row' | 'rows' | 'fields';

const VIEWS: readonly (readonly [ViewName, string])[] = [
  ['row', 'One row'],
  ['rows', '10 rows'],
  ['fields', 'Fields'],
];

const Views = ({ view, onView }: { readonly view: ViewName; readonly onView: (view: ViewName) => void }) => (
  <fieldset className="theme">
    <legend className="sr">What the preview shows</legend>
    {VIEWS.map(([name, word]) => (
      <label key={name}>
        <input
          type="radio"
          name="preview-view"
          value={name}
          checked={name === view}
          onChange={() => onView(name)}
        />
        {word}
      </label>
    ))}
  </fieldset>
);

function View({
  view,
  sample,
  look,
}: {
  readonly view: ViewName;
  readonly sample: NonNullable<State['sample']>;
  readonly look: LookState;
}) {
  if (view === 'row') return <RowText text={sample.text} />;
  if (look.kind === 'failed') return <div className="sample empty">{look.message}</div>;
  if (look.kind === 'waiting') return <div className="sample empty">Making rows</div>;
  return view === 'rows' ? (
    <RowText text={look.look.lines.join('\n')} />
  ) : (
    <FieldList fields={look.look.fields} />
  );
}
