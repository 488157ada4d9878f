import { english } from '../text/definitions.ts';
import { fake, textOf } from './words.ts';
import { recentMs } from './dates.ts';
import type { Draws } from './draws.ts';

const YEAR_MS = 365 * 86_400_000;
const DAY_MS = 86_400_000;
const ALPHANUMERIC = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HEX = '0123456789abcdef';
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Pairs of characters for twelve bits. */
const PAIRS = Array.from(BASE64URL, (first) => Array.from(BASE64URL, (second) => first + second)).flat();

/** ASCII in base64 for URLs, without padding (RFC 4648, section 5). */
function base64Url(ascii: string): string {
  let text = '';
  let i = 0;
  for (; i + 2 < ascii.length; i += 3) {
    const three = (ascii.charCodeAt(i) << 16) | (ascii.charCodeAt(i + 1) << 8) | ascii.charCodeAt(i + 2);
    text += PAIRS[three >> 12] + PAIRS[three & 0xfff];
  }
  if (i + 1 === ascii.length) return text + PAIRS[ascii.charCodeAt(i) << 4];
  if (i + 2 > ascii.length) return text;
  const two = (ascii.charCodeAt(i) << 8) | ascii.charCodeAt(i + 1);
  return text + PAIRS[two >> 4] + BASE64URL.charAt((two & 15) << 2);
}

/** A version 4 UUID. The digit of its variant is drawn last. */
function uuid(draws: Draws): string {
  const hex = textOf(draws, HEX, 30);
  const variant = HEX.charAt(8 + draws.below(4));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(15, 18)}-${hex.slice(18)}`;
}

/** A JSON Web Token whose times are around a time in milliseconds since 1970. */
export function jwt(draws: Draws): (ms: number) => string {
  const company = fake(draws, english.definitions().company.name_pattern);
  const algorithms = english.definitions().internet.jwt_algorithm;
  const headers = algorithms.map((alg) => base64Url(JSON.stringify({ alg, typ: 'JWT' })));
  return (ms) => {
    const issued = recentMs(draws, ms);
    const header = headers[draws.below(headers.length)];
    const expires = draws.int(issued + 1000, issued + DAY_MS);
    const from = draws.int(ms - YEAR_MS, ms + YEAR_MS);
    const seconds = [issued, expires, from].map((time) => Math.round(time / 1000));
    const payload = `{"iat":${seconds[0]},"exp":${seconds[1]},"nbf":${seconds[2]},"iss":${JSON.stringify(company())},"sub":"${uuid(draws)}","aud":"${uuid(draws)}","jti":"${uuid(draws)}"}`;
    return `${header}.${base64Url(payload)}.${textOf(draws, ALPHANUMERIC, 64)}`;
  };
}
