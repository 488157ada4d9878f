import { once } from 'node:events';
import type { Server } from 'node:http';

/** A server that listens. */
export interface Listening {
  /** Ends it, with its connections. */
  close(): Promise<void>;
}

/** Listens on an address. @throws Node's error if the port is not available */
export async function listening(server: Server, port: number, host: string): Promise<Listening> {
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
