import type { Cell, Place } from '../engine/cell.ts';
import { fromValue } from '../engine/value.ts';
import { definitionAt } from '../text/list-types.ts';
import { english, type Worded } from '../text/definitions.ts';
import { newDraws, type Draws } from './draws.ts';

/** Makes a text for the row that the draws are of. */
export type Make = () => string;

/** Writes the texts that a function makes of English words; undefined in other locales. For long texts: a piece is faster for short ones. */
export function madeCell(
  place: Place & Worded,
  make: (draws: Draws) => (ms: number) => string,
  usesTime = false,
): Cell | undefined {
  if ((place.lexicon ?? english) !== english) return undefined;
  const draws = newDraws(place.path);
  return fromValue(make(draws), draws, place, usesTime);
}

/** One of several texts, as `helpers.arrayElement`. */
export const oneOfTexts =
  (draws: Draws, texts: readonly string[]): Make =>
  () =>
    texts[draws.below(texts.length)];

/** Characters of an alphabet, as `string.fromCharacters`. */
export function textOf(draws: Draws, alphabet: string, count: number): string {
  let text = '';
  for (let i = 0; i < count; i++) text += alphabet[draws.below(alphabet.length)];
  return text;
}

const DIGITS = '0123456789';

/** Replaces runs of `#` by numbers without a leading zero. */
const numbered = (draws: Draws, pattern: string): string =>
  pattern.replaceAll(
    /#+/g,
    ({ length }) => textOf(draws, DIGITS.slice(1), 1) + textOf(draws, DIGITS, length - 1),
  );

interface BySex {
  readonly generic?: readonly string[] | null;
  readonly female?: readonly string[] | null;
  readonly male?: readonly string[] | null;
}

/** The sums of weights of a sex’s own list and of the generic one. */
const sumsOf = (own: readonly string[], generic: readonly string[]): readonly number[] => {
  const first = 3 * Math.sqrt(own.length);
  return [first, first + Math.sqrt(generic.length)];
};

/** A name of either sex, or of a given one. Without a sex, one is drawn first. */
export function named({ female, male, generic }: BySex, draws: Draws): (sex?: number) => string {
  const of = [female, male].map((own) => {
    const lists = [own, generic].filter((list) => list !== undefined && list !== null);
    return { lists, sums: lists.length > 1 ? sumsOf(lists[0] ?? [], lists[1] ?? []) : [1] };
  });
  return (sex = draws.below(2)) => {
    const { lists, sums } = of[sex];
    const list = lists.length > 1 ? lists[draws.weighted(sums)] : lists[0];
    return list[draws.below(list.length)];
  };
}

/** A last name, or two with a hyphen. The sex is drawn, and has no effect. */
export function lastName(draws: Draws): Make {
  const patterns = english.definitions().raw.person?.last_name_pattern?.generic ?? [];
  let sum = 0;
  const sums = patterns.map(({ weight }) => (sum += weight));
  const ways = patterns.map(({ value }) => filled(draws, value));
  return () => {
    draws.below(2);
    return ways[draws.weighted(sums)]();
  };
}

/** One of several patterns with slots, as `helpers.fake`. */
export function fake(draws: Draws, patterns: readonly string[]): Make {
  const ways = patterns.map((pattern) => filled(draws, pattern));
  return () => ways[draws.below(ways.length)]();
}

const SLOT = /\{\{(.+?)\}\}/;

function filled(draws: Draws, pattern: string): Make {
  const parts = pattern.split(SLOT);
  const made = parts.map((part, i) => (i % 2 === 0 ? () => part : slotOf(draws, part)));
  return () => {
    let text = '';
    for (const make of made) text += make();
    return text;
  };
}

const SLOTS: Readonly<Record<string, (draws: Draws) => Make>> = {
  'company.name': (draws) => fake(draws, english.definitions().company.name_pattern),
  'finance.amount': (draws) => () => (draws.int(0, 100_000) / 100).toFixed(2),
  'finance.currencyCode': (draws) =>
    oneOfTexts(
      draws,
      english.definitions().finance.currency.map(({ code }) => code),
    ),
  'finance.transactionType': (draws) => oneOfTexts(draws, english.definitions().finance.transaction_type),
  'location.buildingNumber': (draws) => {
    const { building_number: patterns } = english.definitions().location;
    return () => numbered(draws, patterns[draws.below(patterns.length)]);
  },
  'location.city': (draws) => fake(draws, english.definitions().location.city_pattern),
  'location.secondaryAddress': (draws) => {
    const make = fake(draws, english.definitions().location.secondary_address);
    return () => numbered(draws, make());
  },
  'location.state': (draws) => {
    // The slot is the name of a method and of a list: faker draws from the list, and calls the method.
    const make = oneOfTexts(draws, english.definitions().location.state);
    return () => {
      make();
      return make();
    };
  },
  'location.street': (draws) => fake(draws, english.definitions().location.street_pattern),
  'location.streetAddress': (draws) => fake(draws, [english.definitions().location.street_address.normal]),
  'location.zipCode': (draws) => {
    const patterns = [english.definitions().location.postcode].flat();
    return () => patterns[draws.below(patterns.length)].replaceAll('#', () => DIGITS.charAt(draws.below(10)));
  },
  'person.firstName': (draws) => {
    const make = named(english.definitions().person.first_name, draws);
    return () => make();
  },
  'person.lastName': lastName,
  'string.numeric(4)': (draws) => () => textOf(draws, DIGITS, 4),
};

function slotOf(draws: Draws, slot: string): Make {
  const known = Object.hasOwn(SLOTS, slot) ? SLOTS[slot] : undefined;
  return known === undefined ? oneOfTexts(draws, definitionAt(slot) as readonly string[]) : known(draws);
}

/** Latin words with the structure of one of faker’s lorem texts. */
export function lorem(draws: Draws): Make {
  const { word: words } = english.definitions().lorem;
  const sentence = (): string => {
    const count = draws.int(3, 10);
    let text = words[draws.below(words.length)];
    text = text.charAt(0).toUpperCase() + text.slice(1);
    for (let i = 1; i < count; i++) text += ` ${words[draws.below(words.length)]}`;
    return `${text}.`;
  };
  const repeated = (make: Make, count: number, gap: string): string => {
    let text = make();
    for (let i = 1; i < count; i++) text += gap + make();
    return text;
  };
  const paragraph = (): string => repeated(sentence, 3, ' ');
  const ways: readonly Make[] = [
    sentence,
    () => repeated(sentence, draws.int(2, 6), ' '),
    paragraph,
    () => repeated(paragraph, 3, '\n'),
    () => repeated(sentence, draws.int(1, 5), '\n'),
  ];
  return () => ways[draws.below(ways.length)]();
}
