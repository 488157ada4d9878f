import { drawsOf, isIdentifier, keyStart, markOf } from './alike.ts';
import { textsOf, type Column } from './column.ts';
import type { Decision, Spec } from './decision.ts';
import { lawOf } from './laws.ts';
import { formsOf, type Form, type Part } from './parts.ts';
import { isRepeated, withKey } from './repeats.ts';
import { patternOf } from './patterns.ts';
import { isRound } from './statistics.ts';

/** Fewer values have no law. */
const LAWFUL = 40;
/** A law of fewer numbers is even. */
const WIDE = 60;

/** A form of fewer texts is left out, if there are many texts. */
const RARE = 3;
const MANY = 20;

/** What a text is made of: a spec, and hidden fields that it reads. */
export interface Bounded {
  readonly spec: Spec;
  readonly helpers: Readonly<Record<string, Spec>>;
  /** Whether letters other than units are in the texts. */
  readonly hasLetters: boolean;
}

/** Where texts stand. */
interface Where {
  readonly name: string;
  /** What they begin with, as it is. Empty if there is nothing. */
  readonly start: string;
  /** A name for a hidden field. Absent: there is none, since values are elements of lists, or repeat. */
  readonly helperName?: ((suffix: string) => string) | undefined;
  /** They are in the order of all rows, so that a number may count them. */
  readonly isRow?: boolean;
}

/** Texts whose numbers keep their ranges and their padding. Undefined if they have no numbers, too many forms, or need hidden fields. */
export function boundedTexts(texts: readonly string[], where: Where): Bounded | undefined {
  const forms = formsOf(texts);
  if (forms === undefined || !forms.some(({ parts }) => parts.some(isBounded))) return undefined;
  // The ranges of a form of few texts would say what they are.
  const known = texts.length < MANY ? forms : forms.filter((form) => form.texts.length >= RARE);
  const isRow = where.isRow === true && forms.length === 1;
  const made = known.map((form, i) => madeOf(form, i, { ...where, isRow }));
  if (!made.every((each) => each !== undefined)) return undefined;
  const options = made.map(({ expression }, i) => ({
    weight: known[i]?.texts.length ?? 1,
    field: { type: 'catbird.expression', params: expression },
  }));
  const [first] = options;
  return {
    spec: options.length === 1 && first !== undefined ? first.field : { type: 'oneOf', params: options },
    helpers: Object.fromEntries(made.flatMap(({ helpers }) => Object.entries(helpers))),
    hasLetters: known.some(({ parts }) => parts.some(({ is }) => is === 'letters')),
  };
}

/** Texts of numbers and units, such as times, ranges, versions and lists of addresses. Each number keeps its range. */
export const numerals = (column: Column): Decision | undefined => {
  const found = boundedDecision(column);
  return found?.hasLetters === false ? found.decision : undefined;
};

/** Texts with letters, whose numbers keep their ranges. */
export const numbered = (column: Column): Decision | undefined => boundedDecision(column)?.decision;

/** Longer texts are no codes. */
const LONGEST = 120;

function boundedDecision(column: Column): { decision: Decision; hasLetters: boolean } | undefined {
  const texts = textsOf(column);
  if (texts.some(({ length }) => length > LONGEST)) return undefined;
  const helperName = column.isElement || isRepeated(column) ? undefined : column.helperName;
  const bounded = boundedTexts(texts, {
    name: column.path,
    start: keyStart(texts, column.name),
    helperName,
    isRow: !column.isElement,
  });
  if (bounded === undefined) return undefined;
  const { spec, helpers, hasLetters } = bounded;
  const decision = withKey(column, {
    kind: 'pattern',
    reason: 'Texts with numbers, each of which keeps its range',
    confidence: 0.9,
    spec,
    ...(Object.keys(helpers).length === 0 ? {} : { helpers }),
  });
  return { decision, hasLetters };
}

/** Whether a part is a number that not all digits make. */
function isBounded(part: Part): boolean {
  if (part.is !== 'number') return false;
  const { min, max, width } = part;
  const digits = String(max).length;
  return min > 0 || max < 10 ** digits - 1 || (width === 0 && digits > 1) || part.decimals > 0;
}

interface Made {
  readonly expression: string;
  readonly helpers: Record<string, Spec>;
}

function madeOf({ parts }: Form, form: number, { name, start, helperName, isRow }: Where): Made | undefined {
  const helpers: Record<string, Spec> = {};
  const below = drawsOf(name);
  let isPossible = true;
  const hidden = (suffix: string, spec: Spec): string => {
    const helper = helperName?.(form === 0 ? suffix : `${suffix}_${form + 1}`);
    if (helper === undefined) isPossible = false;
    else helpers[helper] = { ...spec, hidden: true };
    return `field(${JSON.stringify(helper ?? '')})`;
  };
  const counted = isRow === true ? countedAt(parts, name) : -1;
  const pieces = parts.flatMap((part, at): string[] => {
    if (at === counted && part.is === 'number') return [countedText(part)];
    if (part.is === 'literal') return [JSON.stringify(part.text)];
    const suffix = `part${at + 1}`;
    if (part.is === 'number') return numberText(part, helperName && ((spec) => hidden(suffix, spec)));
    const [first = ''] = part.texts;
    if (at === 0 && start !== '') return [JSON.stringify(first)];
    if (part.texts.length > 2 && part.texts.every((text) => text === first))
      return [JSON.stringify(markOf(first, below))];
    return [hidden(suffix, { type: 'helpers.fromRegExp', params: [patternOf(first)] })];
  });
  const all = joined(pieces);
  const isText = parts.length === 1 && parts[0]?.is !== 'number';
  const expression = isText ? all.join('') : `concat(${all.join(', ')})`;
  return isPossible ? { expression, helpers } : undefined;
}

/** Steps of one that are not by chance. */
const STEPS = 5;
/** The same in a field that identifies something. */
const STEPS_OF_ID = 2;

/** Whether each number is the one before plus 1. */
const isCounting = ({ values, decimals }: NumberPart, name: string): boolean =>
  decimals === 0 &&
  values.length > (isIdentifier(name) ? STEPS_OF_ID : STEPS) &&
  values.every((value, i) => i === 0 || value === (values[i - 1] ?? value) + 1);

/** The place of the only number that differs between texts, if it counts them. */
function countedAt(parts: readonly Part[], name: string): number {
  const differs = (part: Part): boolean =>
    part.is === 'number' && part.values.some((value) => value !== part.values[0]);
  // Digits that no number holds are several numbers, which carry into one another.
  const isAlone = (at: number): boolean =>
    [parts[at - 1], parts[at + 1]].every((part) => part?.is !== 'number');
  const at = parts.findIndex((part, i) => part.is === 'number' && isAlone(i) && isCounting(part, name));
  return parts.filter(differs).length === 1 ? at : -1;
}

/** The number of a row, as a text: from the start of the sample if three digits write it, or else again from the first one of as many digits. */
function countedText({ values, width }: NumberPart): string {
  const [first = 1] = values;
  const again = width > 0 ? 1 : 10 ** (String(first).length - 1);
  const number = `index() + ${isRound(first) ? first : again}`;
  return width > 1 ? `padStart(${number}, ${width}, "0")` : number;
}

/** Texts one after the other are one. */
function joined(pieces: readonly string[]): string[] {
  const all: string[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.startsWith('"') === true && piece.startsWith('"'))
      all[all.length - 1] = last.slice(0, -1) + piece.slice(1);
    else all.push(piece);
  }
  return all;
}

type NumberPart = Part & { readonly is: 'number' };

/** Expressions of the text of a number. @param hidden makes a hidden field, and reads it */
function numberText(part: NumberPart, hidden: ((spec: Spec) => string) | undefined): string[] {
  const { width, decimals, min, max } = part;
  const padded = (number: string, to = width): string =>
    to > 1 ? `padStart(${number}, ${to}, "0")` : number;
  const law = hidden === undefined ? undefined : lawOfPart(part);
  if (decimals === 0)
    return [padded(law === undefined ? evenly(min, max) : held(hidden?.(law) ?? '', law, part))];
  const unit = 10 ** decimals;
  if (hidden !== undefined) {
    const units = hidden(law ?? { type: 'number.int', params: { min, max } });
    return [`floor(${units} / ${unit})`, '"."', padded(`${units} % ${unit}`, decimals)];
  }
  const [low, high] = [Math.floor(min / unit), Math.floor(max / unit)];
  const rest = low === high ? evenly(min % unit, max % unit) : evenly(0, unit - 1);
  return [evenly(low, high), '"."', padded(rest, decimals)];
}

/** Any whole number between two, both included. */
function evenly(min: number, max: number): string {
  if (min >= max) return String(min);
  const drawn = `floor(rand() * ${max - min + 1})`;
  return min === 0 ? drawn : `${drawn} + ${min}`;
}

/** The law of a number. Undefined if it is even. */
function lawOfPart({ values, min, max }: NumberPart): Spec | undefined {
  if (values.length < LAWFUL || max - min < WIDE) return undefined;
  const { spec } = lawOf(
    values.toSorted((a, b) => a - b),
    0,
    { rows: values.length, digits: 3 },
  );
  return spec.type === 'number.int' ? undefined : spec;
}

/** A drawn number that does not leave the bounds of its part, as its law may. */
function held(number: string, { params }: Spec, { min, max }: NumberPart): string {
  const {
    edges,
    min: low = 0,
    max: high,
  } = (params ?? {}) as {
    readonly edges?: readonly number[];
    readonly min?: number;
    readonly max?: number;
  };
  const least = Math.ceil(edges?.[0] ?? low);
  const most = Math.floor(edges?.at(-1) ?? high ?? Infinity);
  const below = most > max ? `min(${number}, ${max})` : number;
  return least < min ? `max(${below}, ${min})` : below;
}
