import type { StateBeforeRun } from '../../state/before-run.ts';
import type { Sample } from '../../state/state.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextInput, Tick } from '../../ui/index.ts';
import { faultOf } from './health.ts';
import type { ProfileState } from './use-profile.ts';
import type { PreviewActions, ViewName } from './designer-props.ts';

const numbers = new Intl.NumberFormat('en-US');

interface Shown {
  readonly view: ViewName;
  readonly profile: ProfileState;
}

/** What is shown, in a few words, and the seed that it follows from. */
export const Facts = ({
  state,
  view,
  profile,
  locked,
  actions,
}: Shown & {
  readonly state: StateBeforeRun;
  readonly locked: boolean;
  readonly actions: PreviewActions;
}) => (
  <div className="pane-bar">
    <Words state={state} view={view} profile={profile} />
    <label htmlFor="seed">Seed</label>
    <TextInput
      id="seed"
      small
      mono
      value={state.seed}
      disabled={locked}
      onValue={(seed) => actions.changeSeed(seed)}
    />
    <button className="mini" type="button" disabled={locked} onClick={() => void actions.newSeed()}>
      New<span className="sr"> seed</span>
    </button>
  </div>
);

function Words({ state, view, profile }: Shown & { readonly state: StateBeforeRun }) {
  const { sample } = state;
  const fault = faultOf(state);
  if (sample === undefined) return <span className="what" />;
  if (fault !== undefined)
    return (
      <span className="what" title={fault.field}>
        <Tick tone="failed" />
        {view === 'row' ? 'Row' : 'Rows'} from before the error
        {fault.field !== undefined && ` in ${fault.field}`}
      </span>
    );
  return <span className="what">{wordsOf(view, sample, profile)}</span>;
}

function wordsOf(view: ViewName, sample: Sample, profile: ProfileState): string {
  if (view === 'row') return `Row 1, ${numbers.format(sample.bytes)} B`;
  if (profile.kind !== 'ready' || profile.profile.lines.length === 0) return '';
  const { lines, statistics } = profile.profile;
  if (view === 'fields') return statistics === undefined ? '' : `${numbers.format(statistics.rows)} rows`;
  const bytes = new TextEncoder().encode(lines.join('')).byteLength / lines.length;
  return `${lines.length} rows, ${numbers.format(Math.round(bytes))} B each`;
}

/** Copies what is shown: the indented row, the rows as JSON lines, or the statistics of each field. */
export const CopyShown = ({ view, profile, sample }: Shown & { readonly sample: Sample | undefined }) => (
  <CopyButton
    look="link"
    disabled={sample === undefined || (view !== 'row' && profile.kind !== 'ready')}
    text={() => textOf(view, profile, sample)}
  >
    Copy
  </CopyButton>
);

async function textOf(view: ViewName, profile: ProfileState, sample: Sample | undefined): Promise<string> {
  if (view === 'row') return sample?.text ?? '';
  if (profile.kind !== 'ready') return '';
  const { lines, statistics } = profile.profile;
  if (view === 'table' || statistics === undefined) return lines.join('\n');
  const { fieldLines } = await import('./field-list.tsx');
  return fieldLines(statistics);
}
