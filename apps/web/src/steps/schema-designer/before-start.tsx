import type { ReactNode } from 'react';
import { LONGEST_ADDRESS } from '../../link/link.ts';
import type { StateBeforeRun } from '../../state/before-run.ts';
import { configFile } from '../../state/command.ts';
import type { Config } from '../../state/config.ts';
import { hostOf } from '../../state/settings.ts';
import { isUnconfirmed } from '../../state/state.ts';
import { Button, download, Host, LinkNotice, Report } from '../../ui/index.ts';

/** Says that the address has become too long to share. */
export const AddressNotice = ({ state }: { readonly state: StateBeforeRun }) => {
  const { config, addressLength } = state;
  return addressLength > LONGEST_ADDRESS && config !== undefined ? (
    <LongAddress state={state} config={config} />
  ) : null;
};

/** Names the target of a link before the first request. */
export const StartNotice = ({ state }: { readonly state: StateBeforeRun }) => {
  const { config } = state;
  return config !== undefined && isUnconfirmed(state, config) ? (
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
