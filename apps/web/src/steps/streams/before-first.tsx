import type { ReactNode } from 'react';
import type { OpenedConfig } from '../../state/streams.ts';
import { Host, LinkNotice } from '../../ui/index.ts';
import type { ConfigState } from './use-config.ts';

/** Names every host before the first request of a config that came with a link. */
export function BeforeFirst({
  opened,
  config: { targets },
}: {
  readonly opened: OpenedConfig;
  readonly config: ConfigState;
}): ReactNode {
  if (!opened.fromLink || targets.size === 0) return null;
  const all = [...targets.values()];
  const hosts = [...new Set(all.flatMap(({ host }) => host ?? []))];
  const isOpen = all.some((each) => !each.ok && each.host === undefined);
  if (hosts.length === 0 && !isOpen)
    return <LinkNotice>Start all will write events to this browser’s console and nowhere else.</LinkNotice>;
  return (
    <LinkNotice>
      Start all will send events to{' '}
      {hosts.map((host, i) => (
        <span key={host}>
          {i > 0 && (i === hosts.length - 1 && !isOpen ? ' and ' : ', ')}
          <Host name={host} />
        </span>
      ))}
      {isOpen && `${hosts.length > 0 ? ' and ' : ''}the hosts you enter`} with the settings of the config.
    </LinkNotice>
  );
}
