import { useEffect, useState } from 'react';
import { compress } from '../../link/compress.ts';
import { LONGEST_ADDRESS } from '../../link/link.ts';
import type { OpenedConfig, StreamOfConfig } from '../../state/streams.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Button, download } from '../../ui/index.ts';
import { commandFor } from './command.ts';
import type { LeftOut } from './run-all.ts';
import { shareable, type ShareableConfig } from './shareable.ts';
import { listText, nameOf } from './words.ts';

/** The config as a command, a file and a link, without credentials. */
export function TakeAway({
  opened,
  value,
  streams,
  leftOut,
}: {
  readonly opened: OpenedConfig;
  readonly value: unknown;
  readonly streams: readonly StreamOfConfig[];
  readonly leftOut: readonly LeftOut[];
}) {
  const config = shareable(opened, value);
  const command = commandFor(config.name, streams);
  const link = useLink(config);
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
        <Button look="outline" onClick={() => download(config.name, config.text)}>
          Download config
        </Button>
        <CopyButton text={() => command}>Copy command</CopyButton>
        {link !== undefined && <CopyButton text={() => link}>Copy link</CopyButton>}
      </div>
      {link === undefined && (
        <p className="hint">The config is too large for a link. Download it and share the file.</p>
      )}
      {config.text !== opened.text && (
        <p className="hint">
          Credentials are left out: the downloaded config reads them from environment variables.
          {config.name !== opened.name && ' It is JSON, without the comments of your YAML.'}
        </p>
      )}
    </div>
  );
}

/** A link that opens the config; undefined if it would be too long. */
function useLink({ text }: ShareableConfig): string | undefined {
  const [link, setLink] = useState<string | undefined>('');
  useEffect(() => {
    let isCurrent = true;
    void (async () => {
      const found = await linkTo(text);
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
