import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';

/** Bytes of bodies that may be held, unpacked, over all requests under way. */
export const MOST_BYTES = 64 * 2 ** 20;

/** How much room is left for bodies, over all requests. */
export interface Budget {
  /** Takes room for bytes, if there is so much left. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/** A budget of so many bytes. */
export function newBudget(bytes: number): Budget {
  let left = bytes;
  return {
    take(asked) {
      if (asked > left) return false;
      left -= asked;
      return true;
    },
    giveBack: (taken) => void (left += taken),
  };
}

/** A body, read to its end and unpacked, or a status with a reason. */
export type Body =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly status: number; readonly reason: string };

/**
 * Reads a body. What it unpacks to is counted as it comes out, so that a small body cannot take all memory. A body that is refused
 * is read on and thrown away: who is cut off while sending never reads the answer.
 *
 * @param take takes room for so many bytes more
 * @throws when the sender went away
 */
export async function readBody(incoming: IncomingMessage, take: (bytes: number) => boolean): Promise<Body> {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip')
    return refused(incoming, 415, `The content encoding ${encoding} is not understood: send gzip, or none`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of encoding === 'gzip' ? unpacked(incoming) : asItIs(incoming)) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES)
        return refused(incoming, 413, `A body may have ${MOST_BYTES / 2 ** 20} MiB, unpacked`);
      if (!take(chunk.length))
        return refused(incoming, 503, 'Too much is being received at once. Send it again, or fewer at once');
      chunks.push(chunk);
    }
  } catch (error) {
    // A request that was read to its end is destroyed, too, as is one whose sender went away.
    const isThere = !incoming.destroyed || incoming.complete;
    if (encoding === 'gzip' && isThere) return refused(incoming, 400, 'The body is not gzip');
    throw error;
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

function refused(incoming: IncomingMessage, status: number, reason: string): Body {
  incoming.unpipe();
  incoming.resume();
  return { ok: false, status, reason };
}

/** The body's chunks. Whoever stops reading them does not end the connection: the answer still has to go out. */
const asItIs = (incoming: IncomingMessage): AsyncIterable<Buffer> =>
  incoming.iterator({ destroyOnReturn: false });

function unpacked(incoming: IncomingMessage): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  const onClose = (): void => {
    if (!incoming.complete) gunzip.destroy(new Error('The sender went away'));
  };
  incoming.once('close', onClose);
  gunzip.once('close', () => incoming.off('close', onClose));
  return incoming.pipe(gunzip);
}
