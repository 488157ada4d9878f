import { isIPv6 } from 'node:net';
import { invalid, readInstant, type Reading } from '@catbird/engine';
import type { Flag, FlagParts } from '@catbird/stream';
import { hostName } from '../transport/listening.ts';

export {
  choiceFlag,
  durationFlag,
  jsonFlag,
  numberFlag,
  pathFlag,
  sizeFlag,
  switchFlag,
  textFlag,
  wholeFlag,
} from '@catbird/stream';

const ok = <Value>(value: Value): Reading<Value> => ({ ok: true, value });

/** Any text, repeatable. */
export const textsFlag = (parts: FlagParts & { readonly value: string }): Flag<readonly string[]> => ({
  ...parts,
  schema: { type: 'array', items: { type: 'string' } },
  many: true,
  read: (text) => ok([text]),
});

/** Origins of pages as browsers send them: `https://example.com`, or `null` for a page without one. Repeatable. */
export const originFlag = (parts: FlagParts & { readonly value: string }): Flag<readonly string[]> => ({
  ...textsFlag(parts),
  read(text) {
    if (text === 'null') return ok([text]);
    const [origin = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\]+(?=\/?$)/i.exec(text) ?? [];
    if (!URL.canParse(origin)) return invalid('must be an origin, such as https://example.com');
    const url = new URL(origin);
    // URL returns "null" for origins of other schemes, such as browser extensions.
    return ok([url.origin === 'null' ? origin : url.origin]);
  },
});

/** Host names or addresses, without a port. Repeatable. */
export const hostFlag = (parts: FlagParts & { readonly value: string }): Flag<readonly string[]> => ({
  ...textsFlag(parts),
  read: (text) =>
    hostName(text) === undefined || (text.includes(':') && !isIPv6(text))
      ? invalid('must be a host name or address, such as receiver or 192.168.1.5')
      : ok([text]),
});

/** An instant, in milliseconds since 1970. */
export const instantFlag = (parts: FlagParts): Flag<number> => ({
  ...parts,
  value: 'INSTANT',
  schema: { type: 'string' },
  read: (text) => readInstant(text, Date.now()),
});
