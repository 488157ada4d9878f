import type { StateBeforeRun } from '../../state/before-run.ts';
import type { Sample } from '../../state/state.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextInput, Tick } from '../../ui/index.ts';
import type { DataProfile } from '../../worker/schema-protocol.ts';
import type { PreviewActions, RowChoice, ViewName } from './designer-props.ts';
import { faultOf, faultText } from './health.ts';
import type { ProfileState } from './use-profile.ts';

/** A row as JSON, and its number in the stream as it is shown. */
export interface ShownRow extends Pick<Sample, 'text' | 'line' | 'bytes'> {
  readonly number: string;
}

const numbers = new Intl.NumberFormat('en-US');

/** What is shown, in a few words; or the fields with errors, while rows from before them are shown. */
export function Summary({
  state,
  view,
  row,
  profile,
}: {
  readonly state: StateBeforeRun;
  readonly view: ViewName;
  readonly row: ShownRow | undefined;
  readonly profile: ProfileState;
}) {
  const fault = faultOf(state);
  if (fault !== undefined)
    return (
      <span className="what bad" title={faultText(fault, Infinity)}>
        <Tick tone="failed" />
        {faultText(fault)}
      </span>
    );
  if (row === undefined) return <span className="what" />;
  if (view === 'row')
    return <span className="what">{`Row ${row.number}, ${numbers.format(row.bytes)} B`}</span>;
  return <span className="what">{profile.kind === 'ready' && rowsText(profile.profile)}</span>;
}

function rowsText({ statistics, planned, tookMs }: DataProfile): string {
  const rows = statistics?.rows ?? 0;
  if (rows === 0) return '';
  if (rows < planned) return `${numbers.format(rows)} of ${numbers.format(planned)} rows`;
  const counted = `${numbers.format(rows)} ${rows === 1 ? 'row' : 'rows'}`;
  return `${counted} in ${numbers.format(Math.ceil(tookMs))} ms`;
}

/** The seed that rows follow from. */
export const SeedInput = ({
  seed,
  locked,
  actions,
}: {
  readonly seed: string;
  readonly locked: boolean;
  readonly actions: PreviewActions;
}) => (
  <>
    <label htmlFor="seed">Seed</label>
    <TextInput
      id="seed"
      small
      mono
      value={seed}
      disabled={locked}
      onValue={(changed) => actions.changeSeed(changed)}
    />
    <button className="mini" type="button" disabled={locked} onClick={() => void actions.newSeed()}>
      New<span className="sr"> seed</span>
    </button>
  </>
);

/** The rows that a choice shows. */
export const rowsOf = ({ spread, first }: DataProfile, choice: RowChoice): DataProfile['first'] =>
  choice === 'spread' ? spread : first;

/** Copies what is shown: the indented row, or the rows as JSON lines. */
export const CopyShown = ({
  view,
  choice,
  row,
  profile,
}: {
  readonly view: ViewName;
  readonly choice: RowChoice;
  readonly row: ShownRow | undefined;
  readonly profile: ProfileState;
}) => (
  <CopyButton
    look="link"
    disabled={row === undefined || (view === 'table' && profile.kind !== 'ready')}
    text={() => {
      if (view === 'row') return row?.text ?? '';
      return profile.kind === 'ready' ? rowsOf(profile.profile, choice).lines.join('\n') : '';
    }}
  >
    Copy
  </CopyButton>
);
