import { createReadStream } from 'node:fs';
import { MAX_TEXT_MIB } from '@catbird/core/config';

const MAX_BYTES = MAX_TEXT_MIB * 2 ** 20;

/** The text of a file. Of a longer one, such as a device without an end, no more is read than the limit. @throws Node's error */
export const readText = (file: string): Promise<string> => textOf(createReadStream(file, { end: MAX_BYTES }));

/** The text of a stream. @throws Error once it is longer than the limit */
export async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`longer than ${MAX_TEXT_MIB} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
