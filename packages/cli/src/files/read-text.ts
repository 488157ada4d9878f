import { encodingOf, textOfFile } from '@catbird/engine';
import { MAX_TEXT_MIB } from '@catbird/stream';
import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';

/** Text by its byte order mark: UTF-16, as PowerShell writes it, or else UTF-8. The mark is not part of the text. */
export async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let start = new Uint8Array();
  for await (const chunk of chunks) {
    if (decoder !== undefined) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < MARK_BYTES) continue;
    decoder = new TextDecoder(encodingOf(start));
    yield decoder.decode(start, { stream: true });
  }
  yield decoder?.decode() ?? new TextDecoder().decode(start);
}

/** Bytes of the mark of UTF-16. */
const MARK_BYTES = 2;

const MAX_BYTES = MAX_TEXT_MIB * 2 ** 20;

/** The text of a file. Of a longer one, such as a device without an end, no more is read than the limit. @throws Node's error */
export const readText = (file: string): Promise<string> => textOf(createReadStream(file, { end: MAX_BYTES }));

/** The text of a stream. @param mostMib its longest length @throws Error once it is longer than the limit */
export async function textOf(stream: AsyncIterable<Uint8Array>, mostMib = MAX_TEXT_MIB): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > mostMib * 2 ** 20) throw new Error(`longer than ${mostMib} MiB`);
    chunks.push(chunk);
  }
  return textOfFile(Buffer.concat(chunks));
}
