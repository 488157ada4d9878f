const encoder = new TextEncoder();

/** Offset and prime of 32-bit FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/ */
const OFFSET = 2_166_136_261;
const PRIME = 16_777_619;

/** 32 bits of a hash of bytes. @param lane gives other bits for another number */
function hash32(bytes: Uint8Array, lane: number): number {
  let hash = OFFSET ^ Math.imul(lane + 1, 0x9e37_79b9);
  for (const byte of bytes) {
    hash = Math.imul(hash ^ byte, PRIME);
    // Otherwise, the lanes would differ in the same bytes only.
    hash ^= hash >>> (7 + lane);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A hash of a text as hexadecimal digits, 8 for each lane. */
function hexOf(text: string, lanes: number): string {
  const bytes = encoder.encode(text);
  return Array.from({ length: lanes }, (_, lane) => hash32(bytes, lane).toString(16).padStart(8, '0')).join(
    '',
  );
}

const isId = (value: unknown, digits: number): value is string =>
  typeof value === 'string' && value.length === digits && /^[\da-f]+$/i.test(value) && !/^0+$/.test(value);

/** The id of a trace, 32 hexadecimal digits: the value itself if it is one, else a hash of it. */
export const traceIdOf = (trace: unknown): string =>
  isId(trace, 32) ? trace.toLowerCase() : hexOf(JSON.stringify(trace) ?? '', 4);

/** The id of a span in its trace, 16 hexadecimal digits: the value itself if it is one, else a hash of both. */
export const spanIdOf = (trace: unknown, span: unknown): string =>
  isId(span, 16) ? span.toLowerCase() : hexOf(JSON.stringify([trace, span]), 2);
