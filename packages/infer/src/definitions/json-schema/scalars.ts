import type { Notes } from '../not-followed.ts';
import type { Shape } from '../shape.ts';
import { asClasses, regExp, textsOf } from '../text/matching.ts';
import type { Plain } from './plain.ts';

/** Formats by what is made for them. https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3, and those of OpenAPI */
const FORMATS: Readonly<Record<string, Omit<Shape, 'name'>>> = {
  'date-time': { kind: 'timestamp' },
  date: { kind: 'date' },
  time: { kind: 'time of day', pattern: '[01][0-9]:[0-5][0-9]:[0-5][0-9]Z' },
  duration: { kind: 'duration', pattern: 'P[1-9]DT[1-9]H' },
  uuid: { kind: 'UUID' },
  email: { kind: 'email' },
  'idn-email': { kind: 'email' },
  hostname: { kind: 'host name' },
  'host-name': { kind: 'host name' },
  'idn-hostname': { kind: 'host name' },
  ipv4: { kind: 'IP address' },
  'ip-address': { kind: 'IP address' },
  ipv6: { kind: 'IPv6 address' },
  uri: { kind: 'URL' },
  url: { kind: 'URL' },
  iri: { kind: 'URL' },
  'uri-reference': { kind: 'URL' },
  'iri-reference': { kind: 'URL' },
  'uri-template': { kind: 'URL' },
  'json-pointer': { kind: 'text', pattern: '/[a-z]{1,8}' },
  'relative-json-pointer': { kind: 'text', pattern: '[0-3]' },
  regex: { kind: 'text', pattern: '[a-z]{2,8}' },
  byte: { kind: 'bytes' },
  binary: { kind: 'bytes' },
  password: { kind: 'text', minLength: 8 },
};

/** Texts like those that are made for a kind. A pattern that matches them says no more than the format, as libraries write it. */
const USUAL: Partial<Readonly<Record<Shape['kind'], readonly string[]>>> = {
  timestamp: ['2026-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z'],
  date: ['2026-12-31', '2026-02-28'],
  UUID: ['8d66d3f5-5e87-491b-a8bd-bfc37c9d09ad'],
  email: ['Mariela_Bauch55@hotmail.com', 'ann.lee@gmail.com', 'Joe-Roe+1@yahoo.com'],
  URL: ['https://plain-word.com/', 'http://word.biz'],
  'IP address': ['203.0.113.9', '8.8.8.8'],
  'IPv6 address': ['5dbe:fc9f:7c52:a2d8:0bb8:5dd6:b5c4:abcd'],
};

/** Whether a text has no rules but those of its format. */
function isFree(plain: Plain, kind: Shape['kind'] | undefined): boolean {
  const { patterns, otherThan } = plain;
  if (otherThan.length > 0 || excludedTexts(plain).some((text) => text !== '')) return false;
  const usual = kind === undefined ? [] : (USUAL[kind] ?? []);
  return patterns.every(
    (pattern) => usual.length > 0 && usual.every((text) => regExp(pattern)?.test(text) === true),
  );
}

const PLAIN: Omit<Shape, 'name'> = { kind: 'text' };

/** The shape of texts. Undefined if no text was found that keeps all rules. */
export function textShape(plain: Plain, name: string, notes: Notes, place?: string): Shape | undefined {
  const { minLength, maxLength, patterns, otherThan, formats, isBase64 } = plain;
  if (minLength > maxLength) return undefined;
  for (const format of formats)
    if (FORMATS[format] === undefined) notes.add(`Not followed: the format ${format}`, place);
  const known = formats.map((format) => FORMATS[format]).find((each) => each !== undefined);
  const note = (sentence: string): void => notes.add(`${sentence} ${formats.join(', ')}`, place);
  if (isFree(plain, known?.kind))
    return freeText(plain, name, known ?? (isBase64 ? { kind: 'bytes' } : PLAIN), note);
  if (known !== undefined) note('Followed in part: the pattern, without the format');
  const found = patternText(plain, name);
  if (found === undefined)
    notes.add(
      `Not followed: the pattern ${[...patterns, ...otherThan].join(' and ')}: no text was found for it`,
      place,
    );
  return found;
}

const excludedTexts = ({ excluded }: Plain): string[] => excluded.filter((each) => typeof each === 'string');

const isBounded = ({ minLength, maxLength }: Plain): boolean => minLength > 0 || maxLength < 255;

/** A text without a pattern. Usual values of a format have 10 to 60 characters. */
function freeText(
  plain: Plain,
  name: string,
  format: Omit<Shape, 'name'>,
  note: (sentence: string) => void,
): Shape {
  const { minLength, maxLength } = plain;
  if (format.kind !== 'text' && isBounded(plain)) {
    if (minLength > 10 || maxLength < 60) note('Followed in part: lengths beside the format');
    return { name, ...format };
  }
  return {
    name,
    ...format,
    ...(minLength > 0 ? { minLength } : {}),
    ...(maxLength < Infinity ? { maxLength } : {}),
  };
}

/** A text with patterns: as one for `helpers.fromRegExp` if it is simple, or else as some texts. */
function patternText(plain: Plain, name: string): Shape | undefined {
  const { minLength, maxLength, patterns, otherThan } = plain;
  const excluded = excludedTexts(plain);
  const [only = ''] = patterns;
  const isSimple = patterns.length === 1 && otherThan.length + excluded.length === 0 && !isBounded(plain);
  const classes = isSimple ? asClasses(only) : undefined;
  if (classes !== undefined) return { name, kind: 'text', pattern: classes };
  const avoided = otherThan.map(regExp);
  const values = textsOf({
    patterns: patterns.length === 0 ? [''] : patterns,
    minLength: patterns.length === 0 ? Math.max(minLength, Math.min(6, maxLength)) : minLength,
    maxLength,
    isAllowed: (text) => !excluded.includes(text) && !avoided.some((test) => test?.test(text)),
  });
  return values.length === 0 ? undefined : { name, kind: 'text', values };
}

/** Largest bounds that are kept: larger numbers lose their decimals. */
const MOST = 1e15;

/** The shape of numbers. Undefined if there is none between the bounds. */
export function numberShape(plain: Plain, type: 'integer' | 'number', name: string): Shape | undefined {
  const { steps, excluded } = plain;
  const isWhole = type === 'integer' || steps.some((each) => Number.isInteger(each));
  const decimals = isWhole ? 0 : decimalsOf(plain);
  const { min, max } = boundsOf(plain, isWhole, decimals);
  if (min > max) return undefined;
  const whole = wholeStep(steps);
  if (whole === undefined || !(steps.length === 0 || hasMultiple(min, max, whole)))
    return multipleShape(steps, min, max, name);
  const least = excluded.includes(min) ? min + 10 ** -decimals : min;
  const shape = { name, ...(min > -MOST ? { min: least } : {}), ...(max < MOST ? { max } : {}) };
  if (isWhole || steps.length > 0) return { ...shape, kind: 'whole number', step: whole };
  return { ...shape, kind: 'number', ...ownDecimals(decimals) };
}

/** Decimals that the bounds need. */
const ownDecimals = (decimals: number): Pick<Shape, 'decimals'> =>
  decimals === USUAL_DECIMALS ? {} : { decimals };

function multipleShape(steps: readonly number[], min: number, max: number, name: string): Shape | undefined {
  const values = multiplesOf(steps, min, max);
  return values.length === 0 ? undefined : { name, kind: 'number', values };
}

/** Decimals of numbers that say none. */
const USUAL_DECIMALS = 2;

/** Decimals that leave room between bounds: two, or more if they are close to each other or to 0. */
function decimalsOf({ min, max, above, below }: Plain): number {
  const ends = [min, max, above, below].map(Math.abs).filter((each) => each > 0 && each < Infinity);
  const small = Math.min(Math.min(max, below) - Math.max(min, above), ...ends);
  return small > 0 && small < 1 ? Math.min(12, Math.ceil(-Math.log10(small)) + 2) : USUAL_DECIMALS;
}

/** Inclusive bounds. */
function boundsOf({ min, max, above, below }: Plain, isWhole: boolean, decimals: number) {
  const next = (bound: number): number => (isWhole ? Math.floor(bound) + 1 : bound + 10 ** -decimals);
  const least = above >= min ? next(above) : min;
  const most = below <= max ? -next(-below) : max;
  return isWhole ? { min: Math.ceil(least), max: Math.floor(most) } : { min: least, max: most };
}

/** A whole number that is a multiple of all steps: 1 for 0.25. */
function wholeStep(steps: readonly number[]): number | undefined {
  let found = 1;
  for (const step of steps) {
    let multiple = found;
    while (!Number.isInteger(multiple / step) && multiple < found * 1_000) multiple += found;
    if (!Number.isInteger(multiple / step)) return undefined;
    found = multiple;
  }
  return found;
}

const hasMultiple = (min: number, max: number, step: number): boolean =>
  !(Math.abs(min) < Infinity) || !(Math.abs(max) < Infinity) || Math.ceil(min / step) * step <= max;

/** Some multiples of all steps, as a person would write them. */
function multiplesOf(steps: readonly number[], min: number, max: number): number[] {
  const [step = 1] = steps;
  const start = min > -Infinity ? Math.ceil(min / step) : max < Infinity ? Math.floor(max / step) - 20 : 0;
  return Array.from({ length: 21 }, (_, i) => Number(((start + i) * step).toPrecision(12))).filter(
    (value) => value >= min && value <= max && steps.every((each) => Number.isInteger(value / each)),
  );
}
