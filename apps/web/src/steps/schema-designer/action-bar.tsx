import { bytesText } from '../../ui/bytes.ts';
import { Button, DownArrow, Tick } from '../../ui/index.ts';
import { StartNotice } from './before-start.tsx';
import type { DesignerProps } from './designer-props.ts';
import { faultOf } from './health.ts';

/** What is to know before the start, and the step's buttons: always at the foot of the window. */
export const ActionBar = ({
  state,
  locked,
  actions,
  onPreview,
}: DesignerProps & { readonly onPreview: () => void }) => (
  <div className="action-bar">
    <StartNotice state={state} />
    <div className="action-bar-row">
      {locked ? <LockedNote /> : <Hint state={state} />}
      <Button look="outline" onClick={onPreview}>
        Preview
      </Button>
      {state.step === 2 && (
        <Button onClick={() => void actions.saveAndGenerate()}>
          Start Generating! <DownArrow />
        </Button>
      )}
    </div>
  </div>
);

const LockedNote = () => (
  <p className="locked-note">
    <Tick tone="now" />
    Locked while a stream runs. <a href="#overview">Stop Generating!</a> to make changes.
  </p>
);

/** The field that needs a fix, or else how large the events are. */
function Hint({ state }: Pick<DesignerProps, 'state'>) {
  const fault = faultOf(state);
  if (fault !== undefined)
    return (
      <p className="hint bad">
        {fault.errors === 1 ? 'One error' : `${fault.errors} errors`} to fix before you can start
        {fault.field !== undefined && `: ${fault.field}`}
      </p>
    );
  const { sample, config } = state;
  if (sample === undefined) return <p className="hint" />;
  return (
    <p className="hint">
      About <b>{bytesText(sample.bytes)}</b> an event
      {config !== undefined && Number.isFinite(config.eps) && (
        <>
          : <b>{bytesText(sample.bytes * config.eps)}</b> a second at {config.eps.toLocaleString('en-US')}/s
        </>
      )}
      . Preview also puts the schema in the address.
    </p>
  );
}
