import type { Notes } from '../notes.ts';
import type { Shape } from '../shape.ts';
import { asClasses, textsOf } from '../text/texts.ts';
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

const PLAIN: Omit<Shape, 'name'> = { kind: 'text' };

/** The shape of texts. Undefined if no text was found that keeps all rules. */
export function textShape(plain: Plain, name: string, notes: Notes, place?: string): Shape | undefined {
  const { minLength, maxLength, patterns, otherThan, formats, excluded, isBase64 } = plain;
  if (minLength > maxLength) return undefined;
  const known = formats.map((format) => FORMATS[format]).find((each) => each !== undefined);
  for (const format of formats)
    if (FORMATS[format] === undefined) notes.add(`Not followed: the format ${format}`, place);
  const format = known ?? (isBase64 ? ({ kind: 'bytes' } as const) : PLAIN);
  const isBounded = minLength > 0 || maxLength < 255;
  const texts = excluded.filter((each) => typeof each === 'string');
  if (patterns.length === 0 && otherThan.length === 0 && texts.every((text) => text === '')) {
    if (format.kind === 'text' || !isBounded)
      return {
        name,
        ...format,
        ...(minLength > 0 ? { minLength } : {}),
        ...(maxLength < Infinity ? { maxLength } : {}),
      };
    // Usual values of a format have 10 to 60 characters.
    if (minLength > 10 || maxLength < 60)
      notes.add(`Followed in part: lengths beside the format ${formats.join(', ')}`, place);
    return { name, ...format };
  }
  if (known !== undefined)
    notes.add(`Followed in part: the pattern, without the format ${formats.join(', ')}`, place);
  const [only] = patterns;
  const classes =
    patterns.length === 1 && otherThan.length === 0 && !isBounded ? asClasses(only ?? '') : undefined;
  if (classes !== undefined && texts.length === 0) return { name, kind: 'text', pattern: classes };
  const avoided = otherThan.map((pattern) => new RegExp(pattern));
  const values = textsOf({
    patterns: patterns.length === 0 ? [''] : patterns,
    minLength: patterns.length === 0 ? Math.max(minLength, Math.min(6, maxLength)) : minLength,
    maxLength,
    isAllowed: (text) => !texts.includes(text) && !avoided.some((test) => test.test(text)),
  });
  if (values.length > 0) return { name, kind: 'text', values };
  notes.add(
    `Not followed: the pattern ${patterns.join(' and ') || otherThan.join(' and ')}: no text was found for it`,
    place,
  );
  return undefined;
}

/** Largest distance of bounds from each other: larger numbers lose their decimals. */
const MOST = 1e15;

/** The shape of numbers. Undefined if there is none between the bounds. */
export function numberShape(plain: Plain, type: 'integer' | 'number', name: string): Shape | undefined {
  const { above, below, steps } = plain;
  const [step, ...others] = steps;
  const isWhole = type === 'integer' || steps.some((each) => Number.isInteger(each));
  const ends = [plain.min, plain.max, above, below].filter((each) => Math.abs(each) < Infinity);
  const range = Math.min(plain.max, below) - Math.max(plain.min, above);
  const small = Math.min(range, ...ends.filter((each) => each !== 0).map(Math.abs));
  const decimals = isWhole
    ? 0
    : Math.min(12, Math.max(2, small > 0 && small < 1 ? Math.ceil(-Math.log10(small)) + 2 : 2));
  const unit = isWhole ? 1 : 10 ** -decimals;
  const least = above >= plain.min ? next(above, unit, isWhole) : plain.min;
  const most = below <= plain.max ? -next(-below, unit, isWhole) : plain.max;
  const [min, max] = isWhole ? [Math.ceil(least), Math.floor(most)] : [least, most];
  if (min > max) return undefined;
  const whole = wholeStep(steps);
  const isEven = whole !== undefined && hasMultiple(min, max, whole);
  if (step !== undefined && !isEven) {
    const values = multiplesOf(step, min, max).filter((value) =>
      others.every((each) => Number.isInteger(value / each)),
    );
    return values.length === 0 ? undefined : { name, kind: 'number', values };
  }
  const [excluded] = plain.excluded.filter((each) => each === min);
  return {
    name,
    kind: isWhole || step !== undefined ? 'whole number' : 'number',
    ...(min > -MOST ? { min: excluded === undefined ? min : min + unit } : {}),
    ...(max < MOST ? { max } : {}),
    ...(step === undefined || whole === 1 ? {} : { step: whole ?? step }),
    ...(isWhole || step !== undefined || decimals === 2 ? {} : { decimals }),
  };
}

const next = (bound: number, unit: number, isWhole: boolean): number =>
  isWhole ? Math.floor(bound) + 1 : bound + unit;

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

/** Some multiples of a step, as a person would write them. */
function multiplesOf(step: number, min: number, max: number): number[] {
  const start = min > -Infinity ? Math.ceil(min / step) : max < Infinity ? Math.floor(max / step) - 20 : 0;
  return Array.from({ length: 21 }, (_, i) => Number(((start + i) * step).toPrecision(12))).filter(
    (value) => value >= min && value <= max && Number.isInteger(value / step),
  );
}
