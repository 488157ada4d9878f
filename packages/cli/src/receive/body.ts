import { invalid, type Invalid } from '@catbird/engine';
import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';

/** Maximum size of all bodies in memory, uncompressed. */
export const MAX_BYTES = 64 * 2 ** 20;

/** The memory left for bodies, shared by all requests. */
export interface Budget {
  /** The share of one request. */
  hold(): Held;
}

/** The memory that one request holds. */
export interface Held {
  /** Reserves bytes; false if too few are left. */
  readonly take: (bytes: number) => boolean;
  readonly release: () => void;
}

/** A budget in bytes. */
export function newBudget(bytes: number): Budget {
  let left = bytes;
  return {
    hold() {
      let held = 0;
      return {
        take(wanted) {
          if (wanted > left) return false;
          left -= wanted;
          held += wanted;
          return true;
        },
        release() {
          left += held;
          held = 0;
        },
      };
    },
  };
}

/** A complete, uncompressed body, or what is wrong with it and the status that says so. */
export type Body = { readonly ok: true; readonly bytes: Buffer } | (Invalid & { readonly status: number });

/** Size of a body's first buffer. */
const FIRST = 4096;

/**
 * Reads a body into one buffer, which doubles: a chunk of one byte would keep all that was read with it. Its size is what is reserved,
 * as uncompressed bytes come, so that a small body cannot exhaust memory. The rest of a refused body is read and discarded: a sender that
 * is cut off never reads the response.
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
  const body = growing(expectedOf(incoming, most), take);
  try {
    for await (const chunk of encoding === 'gzip' ? gunzipped(incoming) : plain(incoming)) {
      if (body.bytes().length + chunk.length > most)
        return refused(incoming, 413, `Bodies are limited to ${most / 2 ** 20} MiB, uncompressed`);
      if (!body.add(chunk))
        return refused(incoming, 503, 'Too many bytes in flight. Retry, or send fewer requests at once');
    }
  } catch (error) {
    // Both a complete request and one whose sender disconnected are destroyed.
    const isConnected = !incoming.destroyed || incoming.complete;
    if (encoding === 'gzip' && isConnected) return refused(incoming, 400, 'Invalid gzip');
    throw error;
  }
  return { ok: true, bytes: body.bytes() };
}

/** A buffer that doubles, up to the expected size. `add` returns false if too few bytes are left. */
function growing(
  expected: number,
  take: (bytes: number) => boolean,
): { add(chunk: Buffer): boolean; bytes(): Buffer } {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    add(chunk) {
      const end = length + chunk.length;
      if (end > buffer.length) {
        const size = Math.max(end, Math.min(expected, Math.max(FIRST, 2 * buffer.length)));
        if (!take(size - buffer.length)) return false;
        const larger = Buffer.allocUnsafeSlow(size);
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk, length);
      length = end;
      return true;
    },
    bytes: () => buffer.subarray(0, length),
  };
}

/** The length that a sender announces. How far a compressed body expands is unknown. */
function expectedOf({ headers }: Pick<IncomingMessage, 'headers'>, most: number): number {
  const isPlain = encodingOf({ headers }) === 'identity';
  return isPlain ? Math.min(most, Number(headers['content-length'] ?? most)) : most;
}

/** An object that is compressed has no content encoding. */
const encodingOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  headers['content-type'] === 'application/gzip'
    ? 'gzip'
    : (headers['content-encoding'] ?? 'identity').toLowerCase();

function refused(incoming: IncomingMessage, status: number, reason: string): Body {
  incoming.unpipe();
  incoming.resume();
  return { ...invalid(reason), status };
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
