import { jsonInner } from '../engine/json.ts';
import { packTexts, SAFE_BYTES } from '../engine/pool.ts';
import { putShort } from '../number/digits.ts';
import { literal, sequence, type Piece } from '../record/piece.ts';
import { english } from '../text/definitions.ts';
import { definitionAt } from '../text/list-types.ts';
import { among, characters, digits, longestOf, piece } from './pieces.ts';
import type { Draws } from './draws.ts';

interface BySex {
  readonly generic?: readonly string[] | null | undefined;
  readonly female?: readonly string[] | null | undefined;
  readonly male?: readonly string[] | null | undefined;
}

/** Draws from the lists of a sex: its own, or that for both. */
export interface OfSex {
  /** The lists, one after the other. */
  readonly texts: readonly string[];
  /** An index into them, as faker draws a name. @param sex 0 for female, 1 for male */
  draw(sex: number): number;
}

/** Draws a sex: 0 for female, 1 for male. */
export const drawSex = (draws: Draws): number => draws.below(2);

/** Faker's choice between a sex's own list of n and the generic list of m, weighted 3·√n to √m. */
export function ofSex({ female, male, generic }: BySex, draws: Draws): OfSex {
  const texts: string[] = [];
  const placed = new Map<readonly string[], number>();
  const place = (list: readonly string[]): readonly [start: number, size: number] => {
    const start = placed.get(list) ?? texts.length;
    if (!placed.has(list)) texts.push(...list);
    placed.set(list, start);
    return [start, list.length];
  };
  const each = [female, male].map((own) => {
    const lists = [own, generic].filter((list) => list !== undefined && list !== null);
    const first = 3 * Math.sqrt(lists[0].length);
    return {
      lists: lists.map(place),
      sums: lists.length > 1 ? [first, first + Math.sqrt(lists[1].length)] : [],
    };
  });
  return {
    texts,
    draw(sex) {
      const { lists, sums } = each[sex];
      const [start, size] = lists[sums.length > 0 ? draws.weighted(sums) : 0];
      return start + draws.below(size);
    },
  };
}

/** Texts that are chosen by an index. */
function indexed(texts: readonly string[], index: () => number): Piece {
  const { words, starts, lengths } = packTexts(texts.map(jsonInner));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  return piece(longest + SAFE_BYTES, ({ view }, at) => {
    const n = index();
    const [from, length] = [starts[n], lengths[n]];
    view.setFloat64(at, words[from], true);
    view.setFloat64(at + 8, words[from + 1], true);
    for (let done = 16; done < length; done += 8) view.setFloat64(at + done, words[from + (done >> 3)], true);
    return at + length;
  });
}

/** A first name. Its sex is drawn first. */
function firstName(draws: Draws): Piece {
  const names = ofSex(english.definitions().person.first_name, draws);
  return indexed(names.texts, () => names.draw(drawSex(draws)));
}

/** A last name, or two with a hyphen. The sex is drawn, and has no effect. */
function lastName(draws: Draws): Piece {
  const { patterns, sums } = lastNamePatterns();
  const ways = patterns.map((pattern) => filled(draws, pattern));
  return piece(longestOf(ways), (chunk, at, a, b, r) => {
    drawSex(draws);
    return ways[draws.weighted(sums)].put(chunk, at, a, b, r);
  });
}

/** The patterns of last names, and the sums of their weights. */
export function lastNamePatterns(): {
  readonly patterns: readonly string[];
  readonly sums: readonly number[];
} {
  const weighted = english.definitions().raw.person?.last_name_pattern?.generic ?? [];
  let sum = 0;
  return {
    patterns: weighted.map(({ value }) => value),
    sums: weighted.map(({ weight }) => (sum += weight)),
  };
}

/** One of several patterns with slots, as `helpers.fake`. */
export function fake(draws: Draws, patterns: readonly string[]): Piece {
  const ways = patterns.map((pattern) => filled(draws, pattern));
  return piece(longestOf(ways), (chunk, at, a, b, r) =>
    ways[draws.below(ways.length)].put(chunk, at, a, b, r),
  );
}

const SLOT = /\{\{(.+?)\}\}/;
const DIGITS = '0123456789';

const filled = (draws: Draws, pattern: string): Piece =>
  sequence(
    pattern
      .split(SLOT)
      .map((part, i) =>
        i % 2 === 1 ? slotOf(draws, part) : part === '' ? undefined : literal(jsonInner(part)),
      )
      .filter((each) => each !== undefined),
  );

/** Patterns whose runs of `#` are numbers without a leading zero. */
const numbered = (draws: Draws, patterns: readonly string[]): Piece =>
  fake(
    draws,
    patterns.map((pattern) => pattern.replaceAll(/#+/g, (run) => `{{#${run.length}}}`)),
  );

const number = (draws: Draws, length: number): Piece =>
  sequence([characters(draws, DIGITS.slice(1), 1), digits(draws, length - 1)]);

const SLOTS: Readonly<Record<string, (draws: Draws) => Piece>> = {
  'company.name': (draws) => fake(draws, english.definitions().company.name_pattern),
  'finance.amount': (draws) =>
    piece(20, ({ bytes, view }, at) => {
      const cents = draws.int(0, 100_000);
      const whole = (cents / 100) | 0;
      const end = putShort(view, at, whole);
      const rest = cents - whole * 100;
      bytes[end] = 0x2e;
      bytes[end + 1] = 0x30 + ((rest / 10) | 0);
      bytes[end + 2] = 0x30 + (rest % 10);
      return end + 3;
    }),
  'finance.currencyCode': (draws) =>
    among(
      draws,
      english.definitions().finance.currency.map(({ code }) => code),
    ),
  'finance.transactionType': (draws) => among(draws, english.definitions().finance.transaction_type),
  'location.buildingNumber': (draws) => numbered(draws, english.definitions().location.building_number),
  'location.city': (draws) => fake(draws, english.definitions().location.city_pattern),
  'location.secondaryAddress': (draws) => numbered(draws, english.definitions().location.secondary_address),
  'location.state': (draws) => {
    // The slot is the name of a method and of a list: faker draws from the list, and calls the method.
    const { state: states } = english.definitions().location;
    return indexed(states, () => {
      draws.below(states.length);
      return draws.below(states.length);
    });
  },
  'location.street': (draws) => fake(draws, english.definitions().location.street_pattern),
  'location.streetAddress': (draws) => fake(draws, [english.definitions().location.street_address.normal]),
  'location.zipCode': (draws) =>
    fake(
      draws,
      [english.definitions().location.postcode]
        .flat()
        .map((pattern) => pattern.replaceAll('#', '{{string.numeric(1)}}')),
    ),
  'person.firstName': firstName,
  'person.lastName': lastName,
  'string.numeric(1)': (draws) => digits(draws, 1),
  'string.numeric(4)': (draws) => digits(draws, 4),
};

function slotOf(draws: Draws, slot: string): Piece {
  if (slot.startsWith('#')) return number(draws, Number(slot.slice(1)));
  const known = Object.hasOwn(SLOTS, slot) ? SLOTS[slot] : undefined;
  return known === undefined ? among(draws, definitionAt(slot) as readonly string[]) : known(draws);
}

/** Words of a sentence, sentences of a text, and those of a paragraph. */
const [FEWEST_WORDS, MOST_WORDS, MOST_SENTENCES, PARAGRAPH] = [3, 10, 9, 3];
const [SPACE, POINT] = [0x20, 0x2e];
const BREAK = '\\n';

/** A text of Latin words with the structure of one of faker's lorem texts. */
export function lorem(draws: Draws): Piece {
  const { word: words } = english.definitions().lorem;
  const indexes = { word: 0 };
  const small = indexed(words, () => indexes.word);
  const large = indexed(
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
    () => indexes.word,
  );
  const counts = Array.from({ length: MOST_WORDS + 1 }, (_, n) => new Int32Array(n).fill(words.length));
  const drawn = new Int32Array(MOST_WORDS);
  const gaps = [literal(' '), literal(BREAK)];
  const sentence = piece(MOST_WORDS * (small.maxBytes + 1) + 1, (chunk, at, a, b, r) => {
    const count = draws.int(FEWEST_WORDS, MOST_WORDS);
    draws.each(counts[count], drawn);
    let end = at;
    for (let i = 0; i < count; i++) {
      if (i > 0) chunk.bytes[end++] = SPACE;
      indexes.word = drawn[i];
      end = (i === 0 ? large : small).put(chunk, end, a, b, r);
    }
    chunk.bytes[end] = POINT;
    return end + 1;
  });
  const ways = [
    () => 1,
    () => draws.int(2, 6),
    () => PARAGRAPH,
    () => PARAGRAPH * PARAGRAPH,
    () => draws.int(1, 5),
  ];
  return piece(MOST_SENTENCES * (sentence.maxBytes + 2) + SAFE_BYTES, (chunk, at, a, b, r) => {
    const way = draws.below(ways.length);
    const count = ways[way]();
    let end = at;
    for (let i = 0; i < count; i++) {
      const isBreak = way === 4 || (way === 3 && i % PARAGRAPH === 0);
      if (i > 0) end = gaps[isBreak ? 1 : 0].put(chunk, end, a, b, r);
      end = sentence.put(chunk, end, a, b, r);
    }
    return end;
  });
}
