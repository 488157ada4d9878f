import { decimal, literal, sequence, type Piece } from '../record/piece.ts';
import { english } from '../text/definitions.ts';
import { base64 } from './base64.ts';
import { recentMs } from './dates.ts';
import { characters, piece } from './pieces.ts';
import { fake } from './words.ts';
import type { Draws } from './draws.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const ALPHANUMERIC = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HEX = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const [DASH, FOUR] = [0x2d, 0x34];

/** Places of the drawn digits of a version 4 UUID, without its version and its variant. */
const PLACES = Uint8Array.from('xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.matchAll(/x/g), ({ index }) => index);

/** A version 4 UUID. The digit of its variant is drawn last. */
function uuid(draws: Draws): Piece {
  const drawn = new Uint8Array(PLACES.length);
  return piece(36, ({ bytes }, at) => {
    draws.putCodes(drawn, 0, PLACES.length, HEX);
    for (let i = 0; i < PLACES.length; i++) bytes[at + PLACES[i]] = drawn[i];
    bytes[at + 8] = bytes[at + 13] = bytes[at + 18] = bytes[at + 23] = DASH;
    bytes[at + 14] = FOUR;
    bytes[at + 19] = HEX[8 + draws.below(4)];
    return at + 36;
  });
}

/** A JSON Web Token whose times are around the event time, and whose signature is random. */
export function jwt(draws: Draws): Piece {
  const { jwt_algorithm: algorithms } = english.definitions().internet;
  const headers = algorithms.map((alg) => base64(literal(JSON.stringify({ alg, typ: 'JWT' })), true));
  const times = { issued: 0, expires: 0, from: 0 };
  const seconds = (key: keyof typeof times): Piece => decimal(() => Math.round(times[key] / 1000), 0);
  const payload = sequence([
    literal('{"iat":'),
    seconds('issued'),
    literal(',"exp":'),
    seconds('expires'),
    literal(',"nbf":'),
    seconds('from'),
    literal(',"iss":"'),
    fake(draws, english.definitions().company.name_pattern),
    ...['sub', 'aud', 'jti'].flatMap((name) => [literal(`","${name}":"`), uuid(draws)]),
    literal('"}'),
  ]);
  const dot = literal('.');
  const rest = sequence([dot, base64(payload, true), dot, characters(draws, ALPHANUMERIC, 64)]);
  return piece(headers[0].maxBytes + rest.maxBytes, (chunk, at, a, b, r) => {
    const ms = chunk.ms[r];
    times.issued = recentMs(draws, ms);
    const header = headers[draws.below(headers.length)];
    times.expires = draws.int(times.issued + 1000, times.issued + DAY_MS);
    times.from = draws.int(ms - YEAR_MS, ms + YEAR_MS);
    return rest.put(chunk, header.put(chunk, at, a, b, r), a, b, r);
  });
}
