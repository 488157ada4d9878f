import { base64 } from './base64.ts';
import { decimal, literal, sequence, type Piece } from '../record/piece.ts';
import { characters, piece, whole } from './pieces.ts';
import type { Draws } from './draws.ts';

const ALPHANUMERIC = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Faker draws hexadecimal digits from both cases, and lowers them. */
const HEX = '0123456789abcdefabcdef';
const WIDEST = 3999;

/** The size of a picture in pixels; undefined: at random. */
export interface PictureSize {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

const GITHUB = literal('https://avatars.githubusercontent.com/u/');

/** URL of a GitHub avatar. */
export const gitHubAvatar = (draws: Draws): Piece => sequence([GITHUB, whole(draws, 0, 1e8)]);

/** URL of a portrait. @param sex at random if undefined @param size in pixels */
export function portrait(draws: Draws, sex: 'female' | 'male' | undefined, size: number): Piece {
  const paths = (sex === undefined ? ['female', 'male'] : [sex]).map((each) =>
    literal(`https://cdn.jsdelivr.net/gh/faker-js/assets-person-portrait/${each}/${size}/`),
  );
  const number = whole(draws, 0, 99);
  const end = literal('.jpg');
  return piece(paths[0].maxBytes + 60, (chunk, at, a, b, r) => {
    const path = paths[draws.below(paths.length)].put(chunk, at, a, b, r);
    return end.put(chunk, number.put(chunk, path, a, b, r), a, b, r);
  });
}

/** URL of a portrait or of a GitHub avatar. */
export function avatar(draws: Draws): Piece {
  const ways = [portrait(draws, undefined, 512), gitHubAvatar(draws)];
  return piece(Math.max(...ways.map(({ maxBytes }) => maxBytes)), (chunk, at, a, b, r) =>
    ways[draws.below(2)].put(chunk, at, a, b, r),
  );
}

interface Effects extends PictureSize {
  readonly grayscale?: boolean | undefined;
  readonly blur?: number | undefined;
}

/** URL of a picture on Picsum Photos. Size and effects are drawn before the seed in the path. */
export function picsum(draws: Draws, { width, height, grayscale, blur }: Effects): Piece {
  const size = { width: 0, height: 0, blur: 0 };
  const path = sequence([
    literal('https://picsum.photos/seed/'),
    characters(draws, ALPHANUMERIC, { min: 5, max: 10 }),
    literal('/'),
    decimal(() => size.width, 0),
    literal('/'),
    decimal(() => size.height, 0),
  ]);
  const [grey, alone, both] = [literal('?grayscale'), literal('?blur='), literal('&blur=')];
  const blurred = decimal(() => size.blur, 0);
  return piece(path.maxBytes + 90, (chunk, at, a, b, r) => {
    size.width = width ?? draws.int(1, WIDEST);
    size.height = height ?? draws.int(1, WIDEST);
    const isGrey = grayscale ?? draws.chance(0.5);
    size.blur = blur ?? draws.int(0, 10);
    let end = path.put(chunk, at, a, b, r);
    if (isGrey) end = grey.put(chunk, end, a, b, r);
    if (size.blur < 1 || size.blur > 10) return end;
    return blurred.put(chunk, (isGrey ? both : alone).put(chunk, end, a, b, r), a, b, r);
  });
}

/** How the text of a picture is encoded. */
export type PictureEncoding = 'svg-uri' | 'svg-base64';

/** A picture as a data URI. @param encoding at random if undefined */
export function dataUri(
  draws: Draws,
  { width, height }: PictureSize,
  encoding: PictureEncoding | undefined,
): Piece {
  const drawn = { width: 0, height: 0, color: new Uint8Array(6) };
  const hex = Uint8Array.from(HEX, (character) => character.charCodeAt(0));
  const color = piece(6, ({ bytes }, at) => {
    bytes.set(drawn.color, at);
    return at + 6;
  });
  const [wide, high] = [decimal(() => drawn.width, 0), decimal(() => drawn.height, 0)];
  const [middle, centre] = [decimal(() => drawn.width * 5, 1), decimal(() => drawn.height * 5, 1)];
  const svg = (encode: (text: string) => string): Piece => {
    const text = (part: string): Piece => literal(encode(part));
    return sequence([
      text('<svg xmlns="http://www.w3.org/2000/svg" version="1.1" baseProfile="full" width="'),
      wide,
      text('" height="'),
      high,
      text('"><rect width="100%" height="100%" fill="#'),
      color,
      text('"/><text x="'),
      middle,
      text('" y="'),
      centre,
      text('" font-size="20" alignment-baseline="middle" text-anchor="middle" fill="white">'),
      wide,
      text('x'),
      high,
      text('</text></svg>'),
    ]);
  };
  const plain = svg(encodeURIComponent);
  const ways = {
    'svg-uri': sequence([literal('data:image/svg+xml;charset=UTF-8,'), plain]),
    'svg-base64': sequence([literal('data:image/svg+xml;base64,'), base64(svg(String))]),
  };
  const chosen = encoding === undefined ? Object.values(ways) : [ways[encoding]];
  return piece(Math.max(...chosen.map(({ maxBytes }) => maxBytes)), (chunk, at, a, b, r) => {
    drawn.width = width ?? draws.int(1, WIDEST);
    drawn.height = height ?? draws.int(1, WIDEST);
    draws.putCodes(drawn.color, 0, 6, hex);
    return chosen[draws.below(chosen.length)].put(chunk, at, a, b, r);
  });
}
