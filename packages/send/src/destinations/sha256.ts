import { Sha256 } from '@aws-crypto/sha256-js';

/** The SHA-256 of bytes, in hexadecimal digits. Pages without HTTPS have no hash of the browser, so theirs is slower. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = await digestOf(bytes);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function digestOf(bytes: Uint8Array): Promise<Uint8Array> {
  // Missing where a page has no HTTPS, whatever its type says.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return digestInScript(bytes);
  // Rows are never in shared memory.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

/** The HMAC-SHA-256 of a text, or without a key its hash. */
export function digestInScript(data: Uint8Array | string, key?: Uint8Array): Promise<Uint8Array> {
  const hash = new Sha256(key);
  hash.update(data);
  return hash.digest();
}
