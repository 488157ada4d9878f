import type { ReactNode } from 'react';
import { LONGEST_ADDRESS } from '../../link/link.ts';
import { configFile } from '../../state/command.ts';
import { hostOf, type Config } from '../../state/settings.ts';
import { isUnseen, type State } from '../../state/state.ts';
import { Button, download, Host, LinkNotice, Report } from '../../ui/index.ts';

/** What a person should know before anything is sent, or the link is passed on. */
export function BeforeStart({ state }: { readonly state: State }) {
  const { config, addressLength } = state;
  return (
    <>
      {addressLength > LONGEST_ADDRESS && config !== undefined && (
        <LongAddress state={state} config={config} />
      )}
      {config !== undefined && isUnseen(state, config) && (
        <LinkNotice>
          <Start host={hostOf(config)} />
        </LinkNotice>
      )}
    </>
  );
}

/** Where the events will go. */
const Start = ({ host }: { readonly host: string | undefined }): ReactNode =>
  host === undefined ? (
    'Start Generating! will write events to the console of this browser. They go nowhere else.'
  ) : (
    <>
      Start Generating! will send events to <Host name={host} />, with the settings and credentials above.
    </>
  );

function LongAddress({ state, config }: { readonly state: State; readonly config: Config }): ReactNode {
  const { addressLength, template, content, seed, schema } = state;
  const file = (): string => configFile({ config, template, content, seed });
  return (
    <Report
      tone="retried"
      title={`The address of this page has ${addressLength.toLocaleString('en')} characters`}
      actions={
        // What is no valid schema has no place in a file that is meant to run.
        schema !== undefined && (
          <Button look="outline" onClick={() => download('stream.json', file())}>
            Download config
          </Button>
        )
      }
    >
      <p>
        Beyond {LONGEST_ADDRESS.toLocaleString('en')}, some servers refuse it and some programs cut it. This
        tab goes on as it is; to keep the stream or pass it on, take the config as a file instead.
      </p>
    </Report>
  );
}
