import type { Faker } from '@faker-js/faker';
import type { LocaleData } from '../../data/store.ts';
import { once } from './once.ts';
import { drawKey, keyedRandomizer } from '../../numeric/random.ts';
import { fakerOf } from '../kernels/text/faker.ts';
import { decimal, partOf, sequence, variant, type Piece, literal } from '../kernels/record/piece.ts';
import { below, type Pick } from '../kernels/record/pick.ts';

/** Streets of a locale. */
interface Streets {
  readonly names: readonly string[];
  /** The text before, between and after street and house number. */
  readonly before: string;
  readonly between: string;
  readonly after: string;
  readonly isNumberFirst: boolean;
  readonly hasNumber: boolean;
}

/** Streets to choose from. */
const STREETS = 512;
const MAX_NUMBER = 199;

/** Streets as faker makes them in a locale, always the same ones. */
function readStreets({ name, definitions }: LocaleData): Streets {
  const randomizer = keyedRandomizer();
  const faker = fakerOf(definitions, randomizer);
  const key = drawKey(`street\n${name}`, 0);
  const names = Array.from({ length: STREETS }, (_, n) => {
    randomizer.begin(n, STREETS, key);
    return faker.location.street();
  });
  return { names: [...new Set(names)], ...formOf(definitions) };
}

const PARTS =
  /^(.*?)\{\{location\.(street|buildingNumber)\}\}(?:(.*?)\{\{location\.(?:street|buildingNumber)\}\})?(.*)$/;

function formOf(definitions: Faker['rawDefinitions']): Omit<Streets, 'names'> {
  const address = definitions.location?.street_address?.normal ?? '';
  const [, before = '', first, between, after = ''] = PARTS.exec(address) ?? [];
  const hasNumber = between !== undefined;
  // Spanish house numbers bring their own separator.
  return {
    before,
    between: between === '' && after === '' ? ', ' : (between ?? ''),
    after,
    isNumberFirst: first === 'buildingNumber',
    hasNumber,
  };
}

/** A street with a house number, without quotes. @param index of the street */
function streetOf(streets: Streets, index: Pick, path: string): Piece {
  const { names, before, between, after, isNumberFirst, hasNumber } = streets;
  const name = partOf([names], () => 0, index);
  if (!hasNumber) return name;
  const draws = below(MAX_NUMBER, path);
  const number = decimal((a, b) => 1 + draws(a, b), 0);
  const [first, second] = isNumberFirst ? [number, name] : [name, number];
  return sequence([literal(before), first, literal(between), second, literal(after)]);
}

/** Streets of a locale, read once. */
const localeStreets = once(readStreets);

/** A street with a house number, as the locale writes it, without quotes. */
export function streetIn(locales: readonly LocaleData[], locale: Pick, path: string): Piece {
  const streets = locales.map((data) => {
    const found = localeStreets(data);
    return streetOf(found, below(found.names.length, `${path}\nstreet`), `${path}\nnumber`);
  });
  return variant(streets, locale);
}
