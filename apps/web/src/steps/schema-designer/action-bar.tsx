import type { ReactNode } from 'react';
import { LONGEST_ADDRESS } from '../../link/link.ts';
import { bytesText } from '../../run/units.ts';
import type { StateBeforeRun } from '../../state/before-run.ts';
import { configFile } from '../../state/command.ts';
import type { Config } from '../../state/config.ts';
import { hostOf } from '../../state/settings.ts';
import { isUnconfirmed } from '../../state/state.ts';
import { Button, DownArrow, download, Host, LinkNotice, Report } from '../../ui/index.ts';
import { LockedNote } from '../../ui/locked-note.tsx';
import type { DesignerProps } from './designer-props.ts';
import { faultOf, faultText } from './health.ts';

/** Says that the address has become too long to share. */
export const AddressNotice = ({ state }: { readonly state: StateBeforeRun }) => {
  const { config, addressLength } = state;
  return addressLength > LONGEST_ADDRESS && config !== undefined ? (
    <LongAddress state={state} config={config} />
  ) : null;
};

/** Names the target of a link, until something of it is edited or a request is sent. */
const StartNotice = ({ state }: { readonly state: StateBeforeRun }) => {
  const { config } = state;
  return config !== undefined && !state.isEdited && isUnconfirmed(state, config) ? (
    <LinkNotice>
      <Start host={hostOf(config)} />
    </LinkNotice>
  ) : null;
};

const Start = ({ host }: { readonly host: string | undefined }): ReactNode =>
  host === undefined ? (
    'Start Generating! will write events to this browser’s console and nowhere else.'
  ) : (
    <>
      Start Generating! will send events to <Host name={host} /> with the settings and credentials above.
    </>
  );

function LongAddress({
  state,
  config,
}: {
  readonly state: StateBeforeRun;
  readonly config: Config;
}): ReactNode {
  const { addressLength, template, content, seed, schema } = state;
  const file = (): string => configFile({ config, template, content, seed });
  return (
    <Report
      tone="retried"
      title={`This page’s address is ${addressLength.toLocaleString('en')} characters long`}
      actions={
        // A config file must run, so it needs a valid schema.
        schema !== undefined && (
          <Button look="outline" onClick={() => download('stream.json', file())}>
            Download config
          </Button>
        )
      }
    >
      <p>
        Beyond {LONGEST_ADDRESS.toLocaleString('en')}, some servers reject an address and some programs cut it
        off. This tab keeps working. To save or share the stream, download the config instead.
      </p>
    </Report>
  );
}

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
      {locked ? (
        <p>
          <LockedNote />
        </p>
      ) : (
        <Hint state={state} />
      )}
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

/** The fields that need a fix, or else how large the events are. */
function Hint({ state }: Pick<DesignerProps, 'state'>) {
  const fault = faultOf(state);
  if (fault !== undefined)
    return (
      <p className="hint bad">
        {faultText(fault)}. {fault.errors === 1 ? 'Fix it' : 'Fix them'} before you start.
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
