import { keyStart } from '../decide/alike.ts';
import { boundedTexts } from '../decide/bounded.ts';
import type { Spec } from '../decide/decision.ts';
import { formsOf } from '../decide/parts.ts';
import { patternOf, roomOf } from '../decide/patterns.ts';
import { outward } from '../decide/statistics.ts';
import type { FieldPlan } from './field-plan.ts';

/** Rows without a repetition from which a column is unique. In fewer, values may differ by chance. */
const LEAST_ROWS = 100;
/** Longer texts of words do not repeat by chance. */
const SHORT = 40;
/** Share of the codes that must have one form. */
const AGREE = 0.9;
/** Digits of a scattered number: with fewer, it counts up and may become longer; with more, its product is not exact. */
const DIGITS = { least: 5, most: 8 };

/** Digits of numbers that are exact. */
const MOST_DIGITS = 15;

type FreeName = (name: string) => string;

/** Texts of which none repeats, such as codes and names of packages, become unique by the number of their row. */
export const withUnique = (fields: readonly FieldPlan[], freeName: FreeName): FieldPlan[] =>
  fields.map((field) => {
    const texts = isFree(field) ? uniqueTexts(field) : undefined;
    return (texts && unique(field, texts, freeName)) ?? field;
  });

/** Whether a field is drawn by itself for each row. */
const isFree = ({
  path,
  decision: { spec },
  memberOf,
  table,
  tableOf,
  entity,
  isSettled,
}: FieldPlan): boolean =>
  !path.includes('[]') &&
  [memberOf, table, tableOf, entity, isSettled, spec['per']].every((each) => each === undefined);

/** The texts of a column without repetition. */
function uniqueTexts({ column }: FieldPlan): readonly string[] | undefined {
  const { values, counts, profile } = column?.() ?? {};
  if (values === undefined || counts === undefined || profile?.numbers !== 0 || profile.texts === 0)
    return undefined;
  return values.length >= LEAST_ROWS && counts.size === values.length ? values.map(String) : undefined;
}

function unique(field: FieldPlan, texts: readonly string[], freeName: FreeName): FieldPlan | undefined {
  const { confirmable: _confirmable, ...decision } = field.decision;
  const { kind, spec, reason } = decision;
  if (!canRepeat(field, texts)) return undefined;
  const named = (suffix: string, part: Spec): [string, Spec] => [
    freeName(`${field.name}_${suffix}`),
    { ...part, hidden: true },
  ];
  const made = (expression: string, ...helpers: (readonly [string, Spec])[]): FieldPlan => ({
    ...field,
    decision: {
      ...decision,
      reason: `${reason}; none of them twice`,
      spec: { type: 'catbird.expression', params: expression },
      helpers: { ...field.decision.helpers, ...Object.fromEntries(helpers) },
    },
  });
  const form = kind === 'pattern' ? numberedForm(texts) : undefined;
  if (form !== undefined) {
    const begin = keyStart(texts, field.name);
    const starts = form.starts.map((each) => each.slice(begin.length));
    const [start, end] = [starts, form.ends].map((all, i) => {
      const suffix = i === 0 ? 'start' : 'end';
      return all[0] === '' ? undefined : named(suffix, partSpec(all, `${field.path}.${suffix}`));
    });
    const pieces = [
      ...(begin === '' ? [] : [JSON.stringify(begin)]),
      ...(start === undefined ? [] : [readOf(start[0])]),
      numberOf(form),
      ...(end === undefined ? [] : [readOf(end[0])]),
    ];
    return made(`concat(${pieces.join(', ')})`, ...[start, end].filter((part) => part !== undefined));
  }
  // One of a person fits their name, and hardly repeats.
  if (spec.type === 'internet.email') {
    const text = named('text', spec);
    return made(`replace(${readOf(text[0])}, "@", concat(index() + 1, "@"))`, text);
  }
  const isShort = texts.reduce((sum, { length }) => sum + length, 0) < SHORT * texts.length;
  if (!(kind === 'pattern' || kind === 'text') || !isShort) return undefined;
  const separator = texts.filter((each) => each.includes(' ')).length > texts.length / 2 ? ' ' : '-';
  const text = named('text', spec);
  const read = readOf(text[0]);
  // The number takes the place of the end, so that texts stay as long.
  const least = `max(1, length(${read}) - length(toText(index() + 1)) - 1)`;
  return made(`concat(substring(${read}, 0, ${least}), "${separator}", index() + 1)`, text);
}

/** Whether texts of a pattern hardly repeat in a billion rows. */
export const isVast = ({ type, params }: Spec): boolean =>
  type === 'helpers.fromRegExp' && roomOf(String(params)) >= VAST;

const VAST = 2 ** 60;

const readOf = (name: string): string => `field(${JSON.stringify(name)})`;

/** Whether texts that do not repeat by chance alone would: those of a vast pattern hardly do, and those that are no codes may. */
const canRepeat = ({ decision: { kind, spec } }: FieldPlan, texts: readonly string[]): boolean =>
  !isVast(spec) && (kind !== 'pattern' || areCodes(texts));

/** What stands before or after the number of codes: its numbers keep their ranges. */
const partSpec = (texts: readonly string[], name: string): Spec =>
  boundedTexts(texts, { name, start: '' })?.spec ?? {
    type: 'helpers.fromRegExp',
    params: [patternOf(texts[0] ?? '')],
  };

/** Whether texts identify rows: they have letters other than units, or one number that counts. Others are unique by chance, such as times. */
const areCodes = (texts: readonly string[]): boolean => {
  const parts = formsOf(texts)?.flatMap((form) => form.parts);
  if (parts === undefined || parts.some(({ is }) => is === 'letters')) return true;
  const numbers = texts.map(Number);
  return numbers.every((each, i) => i === 0 || each === (numbers[i - 1] ?? 0) + 1);
};

/** Codes with a number: patterns of what stands before and after it, its digits if most numbers have as many, and the first number if not. */
interface NumberedForm {
  readonly starts: readonly string[];
  readonly ends: readonly string[];
  readonly digits: number | undefined;
  readonly first: number;
  /** Numbers from here on, so many. */
  readonly from: number;
  readonly size: number;
  /** Each is the one before plus 1. */
  readonly isCounting: boolean;
}

/** A form of codes, and how many of its numbers have so many digits. */
interface CountedForm {
  readonly starts: string[];
  readonly ends: string[];
  readonly numbers: number[];
  readonly digits: Map<number, number>;
  count: number;
}

/** The form of codes whose last number is the longest part that tells them apart: `AB-00123`, `user_7`. */
function numberedForm(texts: readonly string[]): NumberedForm | undefined {
  const forms = new Map<string, CountedForm>();
  for (const text of texts) {
    const parts = /^(.*?)(\d+)(\D*)$/su.exec(text);
    if (parts === null) continue;
    const [, start = '', number = '', end = ''] = parts;
    const key = `${patternOf(start)}\n${patternOf(end)}`;
    const { length } = number;
    const form = forms.get(key) ?? newForm();
    form.starts.push(start);
    form.ends.push(end);
    form.numbers.push(Number(number));
    form.digits.set(length, (form.digits.get(length) ?? 0) + 1);
    form.count++;
    forms.set(key, form);
  }
  const [most] = [...forms.values()].toSorted((a, b) => b.count - a.count);
  return most === undefined || most.count < AGREE * texts.length ? undefined : withDigits(most);
}

const newForm = (): CountedForm => ({
  starts: [],
  ends: [],
  numbers: [],
  digits: new Map(),
  count: 0,
});

/** Numbers of one digit begin a count; others are as long as most of the sample. */
function withDigits({ starts, ends, digits, count, numbers }: CountedForm): NumberedForm {
  const [[length, ofLength] = [1, 0]] = [...digits].toSorted(([, a], [, b]) => b - a);
  const first = digits.has(1) ? 1 : 10 ** (Math.min(length, MOST_DIGITS) - 1);
  const bounds = {
    min: numbers.reduce((least, each) => Math.min(least, each), Infinity),
    max: numbers.reduce((most, each) => Math.max(most, each), 0),
  };
  const { min, max } = outward(bounds, 0, count, 3);
  const steps = numbers.filter((each, i) => i > 0 && each === (numbers[i - 1] ?? each) + 1).length;
  const hasDigits = ofLength >= AGREE * count;
  // Within the range of the sample, if all numbers have as many digits.
  const from = hasDigits ? Math.max(min, 0) : 0;
  return {
    starts,
    ends,
    digits: hasDigits ? length : undefined,
    first,
    from,
    size: max - from + 1,
    isCounting: steps >= AGREE * (count - 1),
  };
}

/**
 * A number that differs in each row. Of enough digits, it is scattered over its range, and goes on above: the multiples of a number
 * without the factors of another one visit each below that once.
 */
function numberOf({ digits, first, from, size, isCounting }: NumberedForm): string {
  if (digits === undefined) return `index() + ${first}`;
  if (isCounting && from >= 10 ** (digits - 1)) return `index() + ${from}`;
  if (digits < DIGITS.least || isCounting) return `padStart(index() + ${Math.max(1, from)}, ${digits}, "0")`;
  const range = Math.min(size, 10 ** DIGITS.most);
  let factor = Math.floor(range * 0.618034) || 1;
  while (commonFactor(factor, range) > 1) factor++;
  const scattered = `(index() + 1) * ${factor} % ${range}`;
  const above = `floor(index() / ${range}) * ${range}`;
  return `padStart(${from === 0 ? '' : `${from} + `}${above} + ${scattered}, ${digits}, "0")`;
}

const commonFactor = (a: number, b: number): number => (b === 0 ? a : commonFactor(b, a % b));
