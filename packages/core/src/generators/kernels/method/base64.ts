import type { Chunk } from '../engine/cell.ts';
import type { Piece } from '../record/piece.ts';
import { piece } from './pieces.ts';

const SHARED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PADDING = 0x3d;

/** Pairs of characters for twelve bits, as little-endian words. */
const pairsOf = (alphabet: string): Int16Array =>
  Int16Array.from(
    { length: 4096 },
    (_, n) => alphabet.charCodeAt(n >> 6) | (alphabet.charCodeAt(n & 63) << 8),
  );

const PLAIN = pairsOf(`${SHARED}+/`);
const FOR_URLS = pairsOf(`${SHARED}-_`);

/** A piece in base64 (RFC 4648): padded, or for URLs and without padding. */
export function base64(of: Piece, isForUrl = false): Piece {
  const pairs = isForUrl ? FOR_URLS : PLAIN;
  // Three bytes are read as four.
  const bytes = new Uint8Array(of.maxBytes + 4);
  const view = new DataView(bytes.buffer);
  let scratch: { -readonly [Key in keyof Chunk]: Chunk[Key] } | undefined;
  return piece(Math.ceil(bytes.length / 3) * 4, (chunk, at, a, b, r) => {
    scratch ??= { ...chunk, bytes, view };
    const length = of.put(scratch, 0, a, b, r);
    bytes.fill(0, length, length + 2);
    const out = chunk.view;
    let end = at;
    for (let i = 0; i < length; i += 3, end += 4) {
      const three = view.getInt32(i) >>> 8;
      out.setInt32(end, pairs[three >> 12] | (pairs[three & 0xfff] << 16), true);
    }
    const missing = (3 - (length % 3)) % 3;
    if (isForUrl) return end - missing;
    for (let i = 1; i <= missing; i++) chunk.bytes[end - i] = PADDING;
    return end;
  });
}
