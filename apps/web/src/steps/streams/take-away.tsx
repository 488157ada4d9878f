import { useEffect, useState } from 'react';
import { compress } from '../../link/compress.ts';
import { LONGEST_ADDRESS } from '../../link/link.ts';
import type { ShareableConfig } from '../../state/streams.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Button, download } from '../../ui/index.ts';
import type { LeftOut } from './targets.ts';
import { listText, nameOf } from './stream-text.ts';

/** The command that runs a config in a terminal. Variables come from the environment. */
const commandFor = (file: string, variables: readonly string[]): string =>
  [...variables.map((name) => `${name}=…`), 'catbird', 'run', quoted(file)].join(' ');

/** Quoted for a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:@%+,=][\w./:@%+,=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The config as a command, a file and a link, without credentials. */
export function TakeAway({
  name,
  shared,
  variables,
  leftOut,
}: {
  /** Of the config's file. */
  readonly name: string;
  /** Undefined: a credential may be where it cannot be left out. */
  readonly shared: ShareableConfig | undefined;
  /** Names of its variables. */
  readonly variables: readonly string[];
  readonly leftOut: readonly LeftOut[];
}) {
  const command = commandFor(shared?.name ?? name, shared?.variables ?? variables);
  const link = useLink(shared?.text);
  return (
    <div className="take">
      <h3 className="block-h">{leftOut.length > 0 ? 'Run all streams' : 'Use this config elsewhere'}</h3>
      {leftOut.length > 0 && (
        <p className="hint">
          {listText(leftOut.map(nameOf))} can’t run in a browser. The command line runs all streams of the
          config:
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard */}
      <pre tabIndex={0} role="group" aria-label="Command">
        {command}
      </pre>
      <div className="acts">
        {shared !== undefined && (
          <Button look="outline" onClick={() => download(shared.name, shared.text)}>
            Download config
          </Button>
        )}
        <CopyButton text={() => command}>Copy command</CopyButton>
        {link !== undefined && <CopyButton text={() => link}>Copy link</CopyButton>}
      </div>
      <Notes name={name} shared={shared} isLinked={link !== undefined} />
    </div>
  );
}

/** What the file and the link leave out, and why there may be none. */
function Notes({
  name,
  shared,
  isLinked,
}: {
  readonly name: string;
  readonly shared: ShareableConfig | undefined;
  readonly isLinked: boolean;
}) {
  if (shared === undefined)
    return (
      <p className="hint">
        This config may contain a credential outside of its settings. It is not in the address, and there is
        no link to it. Move credentials to settings, as {'${NAME}'}.
      </p>
    );
  return (
    <>
      {!isLinked && (
        <p className="hint">The config is too large for a link. Download it and share the file.</p>
      )}
      {shared.replaced.length > 0 && (
        <p className="hint">
          Credentials are left out, with everything that may be one: the downloaded config reads them from
          environment variables.
        </p>
      )}
      {shared.name !== name && (
        <p className="hint">The downloaded config is JSON, without the comments of your YAML.</p>
      )}
    </>
  );
}

/** A link that opens the config; undefined if there is no text for it, or it would be too long. */
function useLink(text: string | undefined): string | undefined {
  const [link, setLink] = useState<string | undefined>('');
  useEffect(() => {
    let isCurrent = true;
    void (async () => {
      const found = text === undefined ? undefined : await linkTo(text);
      if (isCurrent) setLink(found);
    })();
    return () => void (isCurrent = false);
  }, [text]);
  return link;
}

async function linkTo(text: string): Promise<string | undefined> {
  const link = `${location.origin}${location.pathname}?config=${await compress(text)}`;
  return link.length > LONGEST_ADDRESS ? undefined : link;
}
