import { memo } from 'react';
import {
  LONGEST_ADDRESS,
  withConfig,
  withoutSecrets,
  withSchema,
  type QueryOptions,
} from '../../link/link.ts';
import { commandOf, configFile, secretNames } from '../../state/command.ts';
import type { Config } from '../../state/config.ts';
import { CUSTOM, type State } from '../../state/state.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Button, download } from '../../ui/index.ts';
import { compress } from '../../link/compress.ts';

/** The stream of the page, to be used elsewhere. */
function takenStream(
  config: Config,
  { template, content, seed, run }: State,
): Parameters<typeof commandOf>[0] {
  const { timing, faultChanges = [] } = run ?? {};
  return { config, template, content, seed, timing, faultChanges };
}

/** A link that restores it. */
async function linkTo(
  config: Config,
  { template, content, seed }: State,
  { secrets }: QueryOptions,
): Promise<string> {
  const packed = template === CUSTOM ? await compress(content) : '';
  const query = withSchema(withConfig('', config, { secrets }), { template, packed, seed });
  return `${location.origin}${location.pathname}${secrets ? query : withoutSecrets(query)}`;
}

interface StreamProps {
  readonly config: Config;
  readonly state: State;
}

/** Whether two states have the same stream: reports of a run, ten a second, do not change it. */
const isSame = (one: StreamProps, other: StreamProps): boolean =>
  one.config === other.config &&
  one.state.template === other.state.template &&
  one.state.content === other.state.content &&
  one.state.seed === other.state.seed &&
  one.state.run?.timing === other.state.run?.timing &&
  one.state.run?.faultChanges === other.state.run?.faultChanges &&
  one.state.addressLength === other.state.addressLength;

/** The stream as a link, a command or a file, without credentials unless asked for. */
export const UseElsewhere = memo(function UseElsewhere({ config, state }: StreamProps) {
  const { template, content, addressLength } = state;
  const stream = takenStream(config, state);
  const { timing } = stream;
  const names = secretNames(stream);
  return (
    <div className="take">
      <h3 className="block-h">Share</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard */}
      <pre tabIndex={0} role="group" aria-label="Command">
        {commandOf(stream)}
      </pre>
      <div className="acts">
        <CopyButton text={() => linkTo(config, state, { secrets: false })}>Copy link</CopyButton>
        <CopyButton text={() => commandOf(stream)}>Copy command</CopyButton>
        <Button look="outline" onClick={() => download('stream.json', configFile(stream))}>
          Download config
        </Button>
        {template === CUSTOM && (
          <Button look="outline" onClick={() => download('schema.json', content)}>
            Download schema
          </Button>
        )}
        {names.length > 0 && (
          <CopyButton look="link" text={() => linkTo(config, state, { secrets: true })}>
            Copy link with credentials
          </CopyButton>
        )}
      </div>
      {timing !== undefined && timing.changes.length > 0 && (
        <p className="hint">The config includes the rate changes, so it repeats the same events.</p>
      )}
      {addressLength > LONGEST_ADDRESS && (
        <p className="hint">
          The link is longer than {LONGEST_ADDRESS.toLocaleString('en')} characters, and some servers reject
          that. Download the config instead.
        </p>
      )}
      {names.length > 0 && <SecretsHint names={names} />}
    </div>
  );
}, isSame);

const SecretsHint = ({ names }: { readonly names: readonly string[] }) => (
  <p className="hint">
    Link, command and file contain no credentials. The command reads them from{' '}
    {names.map((name, i) => (
      <span key={name}>
        {i > 0 && (i === names.length - 1 ? ' and ' : ', ')}
        <span className="mono">{name}</span>
      </span>
    ))}
    .
  </p>
);
