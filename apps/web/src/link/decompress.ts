import { bounds } from '@catbird/engine';
import { PREFIX } from './compress.ts';

/** Largest schema in a link: the largest that the engine parses. */
const MAX_BYTES = bounds.schemaBytes;

/**
 * Decompresses the schema of a link, ours or mockingbird's.
 *
 * @param what it is, for messages
 * @throws Error with a message for the user if it is damaged or larger than 256 KiB
 */
export async function decompress(packed: string, what = 'schema'): Promise<string> {
  if (!packed.startsWith(PREFIX)) {
    // Only older links need it.
    const { uncrush } = await import('./uncrush.ts');
    const text = uncrush(packed, MAX_BYTES);
    if (text === undefined) throw new Error(tooLarge(what));
    return text;
  }
  try {
    return await inflate(packed.slice(PREFIX.length), what);
  } catch (cause) {
    if (cause instanceof Error && cause.message === tooLarge(what)) throw cause;
    throw new Error(`The ${what} in this link can’t be read. The link may have been cut off.`, { cause });
  }
}

const tooLarge = (what: string): string =>
  `The ${what} in this link is larger than ${MAX_BYTES / 1024} KiB and was not opened.`;

async function inflate(base64: string, what: string): Promise<string> {
  const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
  const reader = inChunks(bytes).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new Error(tooLarge(what));
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A browser decompresses a whole chunk, to up to a thousand times its size, before it can be stopped. */
const CHUNK_BYTES = 512;

function inChunks(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      return controller.enqueue(bytes.subarray(at, (at += CHUNK_BYTES)));
    },
  });
}
