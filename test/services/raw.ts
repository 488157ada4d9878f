import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** A server that responds to each request with given bytes, valid or not. Requests must have a content length. */
export interface RawServer {
  readonly url: string;
  /** The received bodies. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts one on a free port of 127.0.0.1.
 *
 * @param pieces parts of the response, each in its own packet
 */
export async function startRaw(...pieces: readonly string[]): Promise<RawServer> {
  const bodies: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (let body = firstBody(text); body !== undefined; body = firstBody(text)) {
        text = text.slice(text.indexOf(BLANK) + BLANK.length + body.length);
        bodies.push(body);
        void answer(socket, pieces);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/events`,
    bodies,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

const BLANK = '\r\n\r\n';

/** The body of the first request in an ASCII text; undefined until it is complete. */
function firstBody(text: string): string | undefined {
  const end = text.indexOf(BLANK);
  if (end < 0) return undefined;
  const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
  const body = text.slice(end + BLANK.length, end + BLANK.length + length);
  return body.length < length ? undefined : body;
}

async function answer(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await setImmediate();
  }
}
