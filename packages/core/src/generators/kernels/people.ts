import { en } from '@faker-js/faker';
import type { Cell, Place } from './cell.ts';
import { phrase, phrasebook, type Phrasebook, type Wording } from './phrase.ts';

/**
 * Faker 10's English patterns for names, e-mail addresses and cities, multiplied out into wordings whose parts
 * are plain lists. The lists are faker's own definitions, so a new faker brings its new names.
 */

type Weighted = readonly (readonly [weight: number, list: readonly string[]])[];
type Sex = 'female' | 'male';
const SEXES = ['female', 'male'] as const;

interface BySex {
  readonly generic?: readonly string[];
  readonly female?: readonly string[];
  readonly male?: readonly string[];
}

interface Definitions {
  readonly person: {
    readonly first_name: BySex;
    readonly last_name: BySex;
    readonly last_name_pattern: {
      readonly generic: readonly { readonly value: string; readonly weight: number }[];
    };
    readonly prefix: BySex;
    readonly suffix: readonly string[];
    readonly name: readonly { readonly value: string; readonly weight: number }[];
  };
  readonly location: {
    readonly city_pattern: readonly string[];
    readonly city_name: readonly string[];
    readonly city_prefix: readonly string[];
    readonly city_suffix: readonly string[];
  };
  readonly internet: { readonly free_email: readonly string[] };
}

const { person, location, internet } = en as unknown as Definitions;

/** Faker's choice between the list of one sex and the list for all: 3·√n to √m. */
function ofSex(lists: BySex, sex: Sex): Weighted {
  const own = lists[sex];
  const generic = lists.generic;
  if (own === undefined) return [[1, generic ?? []]];
  if (generic === undefined) return [[1, own]];
  return [
    [3 * Math.sqrt(own.length), own],
    [Math.sqrt(generic.length), generic],
  ];
}

/** Lists with something added to each element, remembered so that the same list is stored once. */
function affix() {
  const made = new Map<string, Map<readonly string[], readonly string[]>>();
  return (
    before: string,
    list: readonly string[],
    after: string,
    clean: (s: string) => string = (s) => s,
  ): readonly string[] => {
    const id = `${before}\0${after}`;
    const of = made.get(id) ?? new Map<readonly string[], readonly string[]>();
    made.set(id, of);
    const known = of.get(list) ?? list.map((s) => before + clean(s) + after);
    of.set(list, known);
    return known;
  };
}

/** Every way to fill `{{…}}` slots: slot name → weighted lists. Literal text joins the list before it. */
type Fill = (
  slot: string,
  sex: Sex,
) => readonly { readonly weight: number; readonly lists: readonly (readonly string[])[] }[];

function expand(pattern: string, weight: number, sex: Sex, fill: Fill): Wording[] {
  const with_ = affixCache;
  let ways: { weight: number; parts: (readonly string[])[] }[] = [{ weight, parts: [] }];
  for (const token of pattern.split(/(\{\{[^}]+\}\})/).filter((t) => t !== '')) {
    const slot = /^\{\{(.+)\}\}$/.exec(token)?.[1];
    if (slot === undefined) {
      ways = ways.map((way) => {
        const last = way.parts.at(-1);
        return last
          ? { ...way, parts: [...way.parts.slice(0, -1), with_('', last, token)] }
          : { ...way, parts: [[token]] };
      });
      continue;
    }
    const options = fill(slot, sex);
    const total = options.reduce((sum, o) => sum + o.weight, 0);
    ways = ways.flatMap((way) =>
      options.map((o) => ({ weight: (way.weight * o.weight) / total, parts: [...way.parts, ...o.lists] })),
    );
  }
  return ways;
}

const affixCache = affix();
const single = (weighted: Weighted) => weighted.map(([weight, list]) => ({ weight, lists: [list] }));

const slots: Fill = (slot, sex) => {
  switch (slot) {
    case 'person.firstName':
      return single(ofSex(person.first_name, sex));
    case 'person.lastName':
      return person.last_name_pattern.generic.map(({ value, weight }) => ({
        weight,
        lists: expand(value, 1, sex, slots)[0]?.parts ?? [],
      }));
    case 'person.last_name.generic':
      return single([[1, person.last_name.generic ?? []]]);
    case 'person.prefix':
      return single(ofSex(person.prefix, sex));
    case 'person.suffix':
      return single([[1, person.suffix]]);
    case 'location.city_prefix':
      return single([[1, location.city_prefix]]);
    case 'location.city_suffix':
      return single([[1, location.city_suffix]]);
    case 'location.city_name':
      return single([[1, location.city_name]]);
    default:
      throw new Error(`No list for the slot {{${slot}}}`);
  }
};

/** Made when first asked for: encoding the lists takes some 10 ms. */
function once(make: () => readonly Wording[]): () => Phrasebook {
  let book: Phrasebook | undefined;
  return () => (book ??= phrasebook(make()));
}

const names = once(() =>
  SEXES.flatMap((sex) => person.name.flatMap(({ value, weight }) => expand(value, weight, sex, slots))),
);
const cities = once(() =>
  SEXES.flatMap((sex) => location.city_pattern.flatMap((pattern) => expand(pattern, 1, sex, slots))),
);
const addresses = once(emailWordings);

/** person.fullName: a sex, then one of faker's weighted patterns. */
export const fullName = (place: Place): Cell => phrase(names(), place);

/** location.city: one of faker's patterns, all equally likely. */
export const city = (place: Place): Cell => phrase(cities(), place);

/** internet.email: first[._]last, first[._]last99 or first99, at one of the free providers. */
export const email = (place: Place): Cell => phrase(addresses(), place);

/** What faker's username and email leave of a name. */
const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^A-Za-z0-9._+-]/g, '');

function emailWordings(): readonly Wording[] {
  const with_ = affix();
  const domains = internet.free_email.map((d) => `@${d}`);
  const numbered = Array.from({ length: 100 }, (_, n) => domains.map((d) => n + d)).flat();
  const hyphen = 5 / 100;
  const plainLast = person.last_name.generic ?? [];
  const last = ['.', '_'].flatMap((s) => plainLast.map((n) => s + slug(n)));
  const lastOfTwo = last.map((n) => `${n}-`);
  const second = plainLast.map(slug);
  const wordings = SEXES.flatMap((sex) =>
    ofSex(person.first_name, sex).flatMap(([listWeight, list], _, all) => {
      const first = with_('', list, '', slug);
      const weight = listWeight / all.reduce((sum, [w]) => sum + w, 0);
      return [
        { weight, parts: [first, numbered] },
        ...[domains, numbered].flatMap((ending) => [
          { weight: weight * (1 - hyphen), parts: [first, last, ending] },
          { weight: weight * hyphen, parts: [first, lastOfTwo, second, ending] },
        ]),
      ];
    }),
  );
  return wordings;
}
