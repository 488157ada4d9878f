import type { LazyClient } from './lazy-client.ts';

/** Clients for concurrent requests, each of which has one for itself: a client runs one statement at a time. */
export function newClientPool<Client>(open: () => LazyClient<Client>): LazyClient<Client> {
  const idle: LazyClient<Client>[] = [];
  const all: LazyClient<Client>[] = [];
  const another = (): LazyClient<Client> => {
    const added = open();
    all.push(added);
    return added;
  };
  return {
    async use(signal, act) {
      const lazy = idle.pop() ?? another();
      try {
        return await lazy.use(signal, act);
      } finally {
        idle.push(lazy);
      }
    },
    close: async () => void (await Promise.all(all.map((lazy) => lazy.close()))),
  };
}
