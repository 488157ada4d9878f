import { hinted } from '@catbird/send';
import type { Redis } from 'ioredis';
import { clientFor, errorOf } from './connection.ts';
import type { StoreAddress } from '../../stream/store/address.ts';
import { PASSWORD_ADVICE, RESPONSE_MS, type Store } from '../../stream/store/store.ts';

/** Saves a text if its version is the expected one, and returns the new one. Scripts run alone: https://redis.io/docs/latest/develop/interact/programmability/eval-intro/ */
const SAVE = `
local version = redis.call('HGET', KEYS[1], 'version') or ''
if version ~= ARGV[2] then return false end
local next = string.format('%d', (tonumber(version) or 0) + 1)
redis.call('HSET', KEYS[1], 'version', next, 'state', ARGV[1])
return next
`;

/** Opens a store in Redis: a hash per key, with its version. */
export function openRedis({ server, name, username, password }: StoreAddress): Store {
  const config = { url: server, username, password, passwordAdvice: PASSWORD_ADVICE };
  const lazy = clientFor(config);
  const prefix = `catbird:${name}:`;
  const use = <Result>(act: (client: Redis) => Promise<Result>): Promise<Result> =>
    lazy.use(AbortSignal.timeout(RESPONSE_MS), (client) =>
      act(client).catch((error: unknown) => {
        // Hints are about streams.
        throw hinted(errorOf(error, config), undefined);
      }),
    );
  return {
    load: (key) =>
      use(async (client) => {
        const [text, version] = await client.hmget(prefix + key, 'state', 'version');
        return typeof text === 'string' && typeof version === 'string' ? { text, version } : undefined;
      }),
    save: (key, text, version = '') =>
      use(async (client) => {
        const saved: unknown = await client.eval(SAVE, 1, prefix + key, text, version);
        return typeof saved === 'string' ? saved : undefined;
      }),
    pattern: `keys ${prefix}*`,
    all: () =>
      use(async (client) => {
        const found = new Map<string, string>();
        for (const key of await keysFrom(client, prefix)) {
          const text = await client.hget(key, 'state');
          if (text !== null) found.set(key.slice(prefix.length), text);
        }
        return found;
      }),
    close: () => lazy.close(),
  };
}

async function keysFrom(client: Redis, prefix: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let cursor = '0';
  do {
    // A name holds no character that a pattern would read otherwise.
    const [next, some] = await client.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1000);
    for (const key of some) keys.add(key);
    cursor = next;
  } while (cursor !== '0');
  return keys;
}
