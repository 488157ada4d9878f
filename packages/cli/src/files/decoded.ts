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
    decoder = decoderOf(start);
    yield decoder.decode(start, { stream: true });
  }
  yield decoder?.decode() ?? new TextDecoder().decode(start);
}

/** Bytes of the mark of UTF-16. */
const MARK_BYTES = 2;

function decoderOf([first, second]: Uint8Array): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return new TextDecoder();
}
