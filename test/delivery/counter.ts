import { once } from 'node:events';
import { createServer } from 'node:http';

/** A server that takes JSON lines at any path and keeps nothing but counts. */
export interface Counter {
  readonly url: string;
  /** Lines taken. */
  readonly rows: number;
  readonly requests: number;
  close(): Promise<void>;
}

/** @param afterMs how long it takes to answer */
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
