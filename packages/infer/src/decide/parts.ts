import { outward } from './statistics.ts';

/** Numbers, escapes of URLs, letters, and any other character. A number with one point is a decimal, unless it is part of `1.2.3`. */
const PIECES = /%[\dA-Fa-f]{2}|(?<![\d.])\d+\.\d+(?!\.?\d)|\d+|(?:(?!\d)[\p{L}\p{M}\p{N}])+|[^]/gu;
const DECIMAL = /^(\d+)\.(\d+)$/;

/** Letters that are units, and say nothing about a text. Others have new ones. */
const UNIT =
  /^(?:[hmsdwx]|ms|us|ns|mins?|secs?|hrs?|days?|weeks?|hours?|minutes?|seconds?|[ap]m|[AP]M|UTC|GMT|[KMGT]i?B|[kmc]m|kg|mg|px|pt|em|to|of)$/;
/** Letters of durations and times in ISO 8601: `P3DT12H`, `2026-W07-1`. */
const ISO = { first: /^P?T?$/, within: /^[YMWDHST]+$/, after: /^[TZ]$|^W$/ };

/** Texts with a form of their own, at most, and the share of the texts that all of them must have. */
const FORMS = { most: 24, share: 0.9 };
/** Digits that a number holds exactly. */
const EXACT = 15;
/** Fewer numbers have no range. */
const LEAST = 3;
/** Bounds that formats have: of bytes, minutes, hours, ports. A range does not leave them if its values do not. */
const LIMITS = [23, 59, 99, 255, 360, 999, 9_999, 65_535, 99_999, 2_147_483_647];

/** A part of texts of one form. */
export type Part =
  | { readonly is: 'literal'; readonly text: string }
  | { readonly is: 'letters'; readonly texts: readonly string[] }
  /** In units of the last decimal. Of a `width` above 0, zeros lead it. */
  | {
      readonly is: 'number';
      readonly values: readonly number[];
      readonly min: number;
      readonly max: number;
      readonly width: number;
      readonly decimals: number;
    };

/** Texts with the same separators, and what stands between them. */
export interface Form {
  readonly parts: readonly Part[];
  readonly texts: readonly string[];
}

/** The forms of texts whose numbers have a range and padding of their own. Undefined if they have too many, or are no such texts. */
export function formsOf(texts: readonly string[]): readonly Form[] | undefined {
  const groups = new Map<string, { readonly texts: string[]; readonly pieces: string[][] }>();
  for (const text of texts) {
    const pieces = piecesOf(text);
    const key = pieces.map(formOfPiece).join('');
    const group = groups.get(key) ?? { texts: [], pieces: [] };
    group.texts.push(text);
    group.pieces.push(pieces);
    groups.set(key, group);
    if (groups.size > 8 * FORMS.most) return undefined;
  }
  const top = [...groups.values()].sort((a, b) => b.texts.length - a.texts.length).slice(0, FORMS.most);
  const covered = top.reduce((sum, group) => sum + group.texts.length, 0);
  if (covered < FORMS.share * texts.length) return undefined;
  const forms = top.map((group) => partsOf(group.pieces));
  if (!forms.every((parts) => parts !== undefined)) return undefined;
  return forms.map((parts, i) => ({ parts, texts: top[i]?.texts ?? [] }));
}

/** What texts of one form have in common, with letters of any case and number. */
export const formKeyOf = (text: string): string =>
  piecesOf(text)
    .map((piece) => (/^\d/.test(piece) ? '0' : /^[\p{L}\p{M}\p{N}]/u.test(piece) ? 'a' : piece))
    .join('');

/** The numbers in a text. */
export const numbersInText = (text: string): number[] =>
  piecesOf(text)
    .filter((piece) => /^\d/.test(piece))
    .map(Number);

/** The pieces of a text. Digits that no number holds are several. */
export const piecesOf = (text: string): string[] =>
  (text.match(PIECES) ?? []).flatMap((piece) =>
    /^\d+$/.test(piece) && piece.length > EXACT
      ? (piece.match(/^\d{1,9}(?=(?:\d{9})+$)|\d{9}/g) ?? [])
      : [piece],
  );

/** What texts of one form have in common. */
function formOfPiece(piece: string, at: number, pieces: readonly string[]): string {
  if (/^\d{9}$/.test(piece)) return '000000000';
  if (/^\d+$/.test(piece)) return '0';
  if (DECIMAL.test(piece)) return '0.0';
  return areLetters(piece, at, pieces) ? `${caseOf(piece)}${piece.length};` : escapeOf(piece);
}

function areLetters(piece: string, at: number, pieces: readonly string[]): boolean {
  if (!/^(?!\d)[\p{L}\p{M}\p{N}]/u.test(piece) || isUnit(piece, at)) return false;
  const isDuration = /^PT?$/.test(pieces[0] ?? '') && /^\d/.test(pieces[1] ?? '');
  if (isDuration) return !(at === 0 ? ISO.first : ISO.within).test(piece);
  // Between or behind numbers, such as that of an hour or a week.
  return !(at > 0 && ISO.after.test(piece) && /^\d/.test(pieces[piece === 'Z' ? at - 1 : at + 1] ?? ''));
}

/** Whether letters are a unit, and not what codes begin with, such as the `s` of s12. */
const isUnit = (letters: string, at: number): boolean =>
  UNIT.test(letters) && (at > 0 || /^[A-Z]{2}/.test(letters));

/** An escape of a sign as it is. One of a byte of another letter stands for any. */
const escapeOf = (piece: string): string => (/^%[89A-F]/i.test(piece) ? '%C3' : piece);

const caseOf = (letters: string): string => letters.replaceAll(/\p{Lu}/gu, 'A').replaceAll(/[^A]/g, 'a');

function partsOf(all: readonly (readonly string[])[]): Part[] | undefined {
  const [first = []] = all;
  const parts = first.map((piece, at): Part | undefined => {
    const texts = all.map((pieces) => pieces[at] ?? '');
    if (/^\d+$/.test(piece)) return numberPart(texts);
    if (DECIMAL.test(piece)) return decimalPart(texts);
    if (areLetters(piece, at, first)) return { is: 'letters', texts };
    return { is: 'literal', text: piece };
  });
  return parts.every((part) => part !== undefined) ? withLowBytes(parts) : undefined;
}

/** Escapes of the bytes of other letters become those of one that exists: à to ï. */
function withLowBytes(parts: readonly Part[]): Part[] {
  let bytes = 0;
  return parts.map((part): Part => {
    if (part.is !== 'literal' || !/^%[89A-F]/i.test(part.text)) return part;
    return { is: 'literal', text: bytes++ % 2 === 0 ? '%C3' : '%A8' };
  });
}

/** A number. Undefined if some have leading zeros in no fixed width. */
function numberPart(texts: readonly string[]): Part | undefined {
  const lengths = texts.map((text) => text.length);
  const least = lengths.reduce((a, b) => Math.min(a, b), EXACT);
  const most = lengths.reduce((a, b) => Math.max(a, b), 1);
  const padded = texts.filter((text) => text.length > 1 && text.startsWith('0'));
  if (padded.some((text) => text.length !== least)) return undefined;
  const width = padded.length > 0 ? least : 0;
  // As many digits as the sample has: a bound is not rounded to fewer or more.
  const floor = padded.length > 0 || least === 1 ? 0 : 10 ** (least - 1);
  const values = texts.map(Number);
  return { is: 'number', values, ...within(values, floor, 10 ** most - 1), width, decimals: 0 };
}

function decimalPart(texts: readonly string[]): Part {
  const decimals = texts.reduce((most, text) => Math.max(most, DECIMAL.exec(text)?.[2]?.length ?? 0), 1);
  const values = texts.map((text) => Math.round(Number(text) * 10 ** decimals));
  return { is: 'number', values, ...within(values, 0, Infinity), width: 0, decimals };
}

const isYear = (n: number): boolean => n >= 1900 && n <= 2100;

/** Bounds rounded outward, within those that a format has. */
function within(values: readonly number[], floor: number, ceiling: number): { min: number; max: number } {
  const ends = {
    min: values.reduce((a, b) => Math.min(a, b), Infinity),
    max: values.reduce((a, b) => Math.max(a, b), -Infinity),
  };
  const limitOf = (end: number): number => LIMITS.find((each) => each >= end) ?? Infinity;
  // A year says little.
  if (isYear(ends.min) && isYear(ends.max)) return ends;
  // The bounds of so few would be the values.
  if (values.length < LEAST && ceiling < Infinity)
    return { min: floor, max: Math.min(ceiling, limitOf(ends.max)) };
  const { min, max } = outward(ends, 0, values.length, 3);
  return { min: Math.max(min, floor), max: Math.min(max, ceiling, limitOf(ends.max)) };
}
