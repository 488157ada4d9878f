import { tally, textsOf, type Column } from './column.ts';
import type { Decision } from './decision.ts';
import { withKey } from './repeats.ts';
import { oneOfPatterns } from './shapes.ts';

/** Letters and digits in one part or more: `evt_1NG8Du2eZvKYlo2C`, `web-7d9fc6b5-x2kqp`. */
const TOKEN = /^[0-9A-Za-z]+([_.:/#~-][0-9A-Za-z]+)*$/;

/** Share of the texts that must be tokens, and of those that have a digit: other texts are words. */
const AGREE = 0.97;
const WITH_DIGITS = 0.5;

/** Separators that texts have in this order, and the share of them that the most frequent ones must cover. */
const STRUCTURES = { most: 8, share: 0.9, parts: 12 };

/** Texts of random letters and digits, whose runs have no shape. */
export function tokens(column: Column): Decision | undefined {
  const texts = textsOf(column);
  const known = texts.filter((text) => TOKEN.test(text));
  const withDigits = known.filter((text) => /\d/.test(text));
  if (known.length < AGREE * texts.length || withDigits.length < WITH_DIGITS * known.length) return undefined;
  const structures = [...tally(known.map(separatorsOf))].slice(0, STRUCTURES.most);
  const covered = structures.reduce((sum, [, count]) => sum + count, 0) / texts.length;
  if (covered < STRUCTURES.share || structures.some(([each]) => String(each).length >= STRUCTURES.parts))
    return undefined;
  return withKey(column, {
    kind: 'pattern',
    reason: 'Random letters and digits',
    confidence: covered * 0.9,
    spec: oneOfPatterns(
      structures.map(([separators, count]) => [
        patternOf(
          String(separators),
          known.filter((text) => separatorsOf(text) === separators),
        ),
        count,
      ]),
    ),
  });
}

const separatorsOf = (text: string): string => text.replaceAll(/[0-9A-Za-z]+/g, '');

/** A pattern of texts with the same separators: of each part, the classes of its characters and its lengths. */
function patternOf(separators: string, texts: readonly string[]): string {
  const parts = texts.map((text) => text.split(/[^0-9A-Za-z]/));
  return Array.from({ length: separators.length + 1 }, (_, i) => {
    const own = parts.map((each) => each[i] ?? '');
    const lengths = own.map(({ length }) => length);
    const min = lengths.reduce((a, b) => Math.min(a, b), Infinity);
    const max = lengths.reduce((a, b) => Math.max(a, b), 0);
    const separator = separators[i] ?? '';
    const count = min === max ? `{${min}}` : `{${min},${max}}`;
    return `${classOf(own)}${count}${separator === '.' ? '[.]' : separator}`;
  }).join('');
}

/** The characters of a part. */
function classOf(texts: readonly string[]): string {
  const has = (characters: RegExp): boolean => texts.some((text) => characters.test(text));
  const lower = has(/[g-z]/) ? 'a-z' : 'a-f';
  const capital = has(/[G-Z]/) ? 'A-Z' : 'A-F';
  const isHex = has(/\d/);
  return [
    '[',
    has(/\d/) ? '0-9' : '',
    has(/[A-Z]/) ? (isHex ? capital : 'A-Z') : '',
    has(/[a-z]/) ? (isHex ? lower : 'a-z') : '',
    ']',
  ].join('');
}
