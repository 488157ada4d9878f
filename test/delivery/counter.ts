import { once } from 'node:events';
import { createServer } from 'node:http';

/** A server that accepts JSON lines at any path and only counts them. */
export interface Counter {
  readonly url: string;
  /** Lines received. */
  readonly rows: number;
  readonly requests: number;
  close(): Promise<void>;
}

/** @param afterMs delay of each response */
export async function startCounter(afterMs = 0): Promise<Counter> {
  let rows = 0;
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    let lines = 0;
    incoming.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
    });
    incoming.on('end', () => {
      rows += lines;
      requests++;
      setTimeout(() => outgoing.writeHead(200).end(), afterMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    get rows() {
      return rows;
    },
    get requests() {
      return requests;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
