import { bounds } from '@catbird/core/templates';
import { uncrush } from './uncrush.ts';

/** Says that base64url of deflate follows. A text that JSONCrush made never begins so: its first character is a bracket. */
const PREFIX = 'z1.';

/** The largest schema that a link may hold, in bytes: one that the engine would read. */
const MOST_BYTES = bounds.schemaBytes;

/** A schema text for a link: a fifth of its length, without characters that an address escapes. */
export async function compress(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  return PREFIX + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Opens the schema of a link, today's or that of an older tool.
 *
 * @throws Error with a sentence when it cannot be opened, or holds more than 256 KiB
 */
export async function decompress(packed: string): Promise<string> {
  if (!packed.startsWith(PREFIX)) {
    const text = uncrush(packed, MOST_BYTES);
    if (text === undefined) throw new Error(TOO_LARGE);
    return text;
  }
  try {
    return await inflate(packed.slice(PREFIX.length));
  } catch (cause) {
    if (cause instanceof Error && cause.message === TOO_LARGE) throw cause;
    throw new Error('The schema in this link is damaged. Was the link copied whole?', { cause });
  }
}

const TOO_LARGE = `The schema in this link is larger than ${MOST_BYTES / 1024} KiB and was not opened.`;

async function inflate(base64: string): Promise<string> {
  const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
  const reader = inPieces(bytes).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error(TOO_LARGE);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A browser opens each piece whole before it can be stopped, to a thousand times its size. */
const PIECE_BYTES = 512;

function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      return controller.enqueue(bytes.subarray(at, (at += PIECE_BYTES)));
    },
  });
}
