import { mix } from '../numeric/random.ts';
import { texts, type Batch } from './batch.ts';
import { textAt, type NamedField } from './named-field.ts';

/** FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Hashes of 32 bits of the keys of rows, which a schema with only the key writes. It is no hash that a broker uses. */
export const keyHashes = ({ isPart, path }: NamedField): ((batch: Batch) => Uint32Array) =>
  isPart ? valueHashes(path) : lineHashes;

/** Hashes of rows that consist of their key. */
function lineHashes({ bytes, ends, count }: Batch): Uint32Array {
  const hashes = new Uint32Array(count);
  for (let r = 0, i = 0; r < count; r++) {
    let hash = FNV_START;
    for (const end = ends[r] ?? 0; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), FNV_PRIME);
    hashes[r] = mix(hash);
  }
  return hashes;
}

/** Hashes of the values at a path. */
const valueHashes =
  (path: readonly string[]) =>
  (batch: Batch): Uint32Array =>
    Uint32Array.from(texts(batch), (row) => {
      const text = textAt(JSON.parse(row), path) ?? '';
      let hash = FNV_START;
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
      return mix(hash);
    });

const CLOSE = 0x7d;
const OPEN = 0x7b;
const NEWLINE = 0x0a;
const [L, U] = [0x6c, 0x75];

/** Whether the key of a row is there and not null, in rows that consist of their key. */
export function hasKey({ bytes, ends }: Batch, r: number): boolean {
  let at = (ends[r] ?? 0) - 1;
  while (bytes[at] === CLOSE || bytes[at] === NEWLINE) at--;
  // Only null ends like this: a text ends with a quotation mark.
  return bytes[at] !== OPEN && !(bytes[at] === L && bytes[at - 2] === U);
}
