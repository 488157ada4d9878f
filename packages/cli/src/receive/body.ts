import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';

/** Maximum size of all bodies in memory, uncompressed. */
export const MAX_BYTES = 64 * 2 ** 20;

/** The memory left for bodies, shared by all requests. */
export interface Budget {
  /** Reserves bytes; false if too few are left. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/** A budget in bytes. */
export function newBudget(bytes: number): Budget {
  let left = bytes;
  return {
    take(wanted) {
      if (wanted > left) return false;
      left -= wanted;
      return true;
    },
    giveBack: (taken) => void (left += taken),
  };
}

/** A complete, uncompressed body, or a status with a reason. */
export type Body =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly status: number; readonly reason: string };

/**
 * Reads a body. Uncompressed bytes are counted as they come, so that a small body cannot exhaust memory. The rest of a refused body
 * is read and discarded: a sender that is cut off never reads the response.
 *
 * @param take reserves bytes in the budget
 * @param most maximum bytes of this body
 * @throws if the sender disconnects
 */
export async function readBody(
  incoming: IncomingMessage,
  take: (bytes: number) => boolean,
  most = MAX_BYTES,
): Promise<Body> {
  const encoding = encodingOf(incoming);
  if (encoding !== 'identity' && encoding !== 'gzip')
    return refused(incoming, 415, `Unsupported content encoding ${encoding}. Send gzip or none`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of encoding === 'gzip' ? gunzipped(incoming) : plain(incoming)) {
      bytes += chunk.length;
      if (bytes > most)
        return refused(incoming, 413, `Bodies are limited to ${most / 2 ** 20} MiB, uncompressed`);
      if (!take(chunk.length))
        return refused(incoming, 503, 'Too many bytes in flight. Retry, or send fewer requests at once');
      chunks.push(chunk);
    }
  } catch (error) {
    // Both a complete request and one whose sender disconnected are destroyed.
    const isConnected = !incoming.destroyed || incoming.complete;
    if (encoding === 'gzip' && isConnected) return refused(incoming, 400, 'Invalid gzip');
    throw error;
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

const encodingOf = ({ headers }: IncomingMessage): string =>
  (headers['content-encoding'] ?? 'identity').toLowerCase();

function refused(incoming: IncomingMessage, status: number, reason: string): Body {
  incoming.unpipe();
  incoming.resume();
  return { ok: false, status, reason };
}

/** The body's chunks. The connection survives a reader that stops: the response still has to be sent. */
const plain = (incoming: IncomingMessage): AsyncIterable<Buffer> =>
  incoming.iterator({ destroyOnReturn: false });

function gunzipped(incoming: IncomingMessage): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  const onClose = (): void => {
    if (!incoming.complete) gunzip.destroy(new Error('The sender disconnected'));
  };
  incoming.once('close', onClose);
  gunzip.once('close', () => incoming.off('close', onClose));
  return incoming.pipe(gunzip);
}
