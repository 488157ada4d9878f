import { tally, textsOf, type Column } from './column.ts';
import type { Decision, Spec } from './decision.ts';
import { withKey } from './repeats.ts';
import { FEW_ROWS } from './statistics.ts';

/** Texts of this form are names of people or things. */
const WORDS = /^[\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*( [\p{L}\p{M}.'’&-]+){0,4}$/u;
/** Scripts without capitals need no space between the names. */
const PERSON = /^(\p{Lu}[\p{L}.'’-]*( \p{Lu}[\p{L}.'’-]*){1,3}|\p{Lo}[\p{Lo}\p{M}]*( [\p{Lo}\p{M}]+){0,3})$/u;

/** One name, with a capital and small letters. */
const GIVEN = /^\p{Lu}[\p{Ll}’'-]+$/u;

interface Named {
  readonly name: RegExp;
  readonly type: string;
  readonly params?: object;
  /** What the values look like. The generator makes values of the same form. */
  readonly form: RegExp;
  readonly isPersonal: boolean;
}

const NAMES: readonly Named[] = [
  { name: /^(first|given).?name$/i, type: 'person.firstName', form: WORDS, isPersonal: true },
  { name: /^(last|sur|family).?name$/i, type: 'person.lastName', form: WORDS, isPersonal: true },
  {
    name: /^(full.?name|customer|customer.?name|author|user.?name|director|owner|employee|patient|name|contact|driver)$/i,
    type: 'person.fullName',
    form: PERSON,
    isPersonal: true,
  },
  {
    name: /^(name|person|user|customer|author|owner)$/i,
    type: 'person.firstName',
    form: GIVEN,
    isPersonal: true,
  },
  {
    name: /^(state|province)(.?code)?$/i,
    type: 'location.state',
    params: { abbreviated: true },
    form: /^[A-Z]{2}$/,
    isPersonal: false,
  },
  { name: /^(state|province)(.?name)?$/i, type: 'location.state', form: WORDS, isPersonal: false },
  { name: /^(city|town)$|[._ ](city|town)$/i, type: 'location.city', form: WORDS, isPersonal: false },
  {
    name: /street|^address$/i,
    type: 'location.streetAddress',
    form: /^(?=.*\d)(?=.*\p{L}).{5,60}$/u,
    isPersonal: false,
  },
  { name: /^(company|employer)(.?name)?$/i, type: 'company.name', form: WORDS, isPersonal: false },
  { name: /^product.?name$/i, type: 'commerce.productName', form: WORDS, isPersonal: false },
];

/** Share of the texts that must be of the form. */
const AGREE = 0.9;

const named =
  (isPersonal: boolean) =>
  (column: Column): Decision | undefined => {
    const { name: field } = column;
    for (const { name, type, params, form, isPersonal: isOf } of NAMES) {
      if (isOf !== isPersonal || !name.test(field)) continue;
      const texts = textsOf(column);
      const agree = texts.filter((text) => form.test(text)).length / texts.length;
      if (agree < AGREE) continue;
      const reason = `Named ${field}, and ${Math.floor(agree * 100)} % of the texts look like it`;
      return withKey(column, {
        kind: 'name',
        reason,
        confidence: agree * 0.9,
        spec: { type, ...(params !== undefined && { params }) },
      });
    }
    return undefined;
  };

/** Names of people, which are never offered as an enumeration. */
export const personalNames = named(true);

/** Names of places and companies. */
export const otherNames = named(false);

/** Mean characters of a word of lorem.words with the space after it. */
const WORD_CHARS = 6.9;
/** Lengths with their own weight. */
const LENGTHS = 30;
/** Number of words of the longest text. */
const LONGEST = 200;

/** Any other texts: words of about the same length. Always decides. */
export function prose(column: Column): Decision {
  const words = textsOf(column).map((text) => wordsFor(text.length));
  if (words.length < FEW_ROWS && !words.includes(0)) return fewWords(words);
  const counts = [...tally(words)].slice(0, LENGTHS);
  const options = counts.map(([count, weight]) => ({
    weight,
    field: count === 0 ? { type: 'catbird.pick', params: { values: [''] } } : wordsSpec(Number(count)),
  }));
  const [first] = options;
  return {
    kind: 'text',
    reason: 'No known form: words of about the same length',
    confidence: 0.5,
    spec: options.length === 1 && first !== undefined ? first.field : { type: 'oneOf', params: options },
  };
}

/** As many words as few texts have. */
function fewWords(words: readonly number[]): Decision {
  const ends = { min: Math.min(...words), max: Math.max(...words) };
  return {
    kind: 'text',
    reason: 'No known form: words of about the same length',
    confidence: 0.5,
    spec: { type: 'lorem.words', params: [ends.min === ends.max ? ends.min : ends] },
  };
}

const wordsSpec = (count: number): Spec => ({ type: 'lorem.words', params: [count] });

/** Words that take about so many characters; counts above 12 in steps of 5. */
function wordsFor(chars: number): number {
  if (chars === 0) return 0;
  const words = Math.max(1, Math.round((chars + 1) / WORD_CHARS));
  return words <= 12 ? words : Math.min(LONGEST, Math.round(words / 5) * 5);
}
