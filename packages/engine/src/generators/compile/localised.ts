import type { Faker } from '@faker-js/faker';
import { type Data, loaded, type LocaleData } from '../../data/store.ts';
import type { FieldLocale } from '../../model/schema.ts';
import { mix } from '../../numeric/random.ts';
import { listSpace, type ValueSpace } from '../analysis/value-space.ts';
import type { GeneratorType } from '../generator.ts';
import type { Cell, Place } from '../kernels/engine/cell.ts';
import { afterColumns } from '../kernels/structure/object.ts';
import { byWeight, type Choice, rowChoice, type RowChoice, variants } from '../kernels/structure/variants.ts';
import { english, type Lexicon, newLexicon } from '../kernels/text/definitions.ts';
import { fakerOf } from '../kernels/text/faker.ts';
import { asciiName } from '../records/ascii.ts';
import { localeNames } from '../records/names.ts';
import { once } from '../records/weighted.ts';
import type { Scope } from '../scope.ts';
import type { Sources } from './context.ts';

type Definitions = Faker['rawDefinitions'];

/** What the texts of a locale are made of. */
interface LocaleTexts {
  readonly definitions: Definitions;
  readonly lexicon: Lexicon;
}

const native = once((data) => textsFrom(data, data.definitions));
const ascii = once((data) => textsFrom(data, asciiDefinitions(data)));

/** What the texts of a locale are made of. @param isAscii with names and words in ASCII, for addresses on the internet */
export const textsOf = (data: LocaleData, isAscii: boolean): LocaleTexts => (isAscii ? ascii : native)(data);

const textsFrom = ({ name }: LocaleData, definitions: Definitions): LocaleTexts => ({
  definitions,
  lexicon: name === 'en' ? english : newLexicon(() => fakerOf(definitions)),
});

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Forms that are not empty, each once. */
const formsOf = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '');

/** The definitions with names and words in ASCII. Those that have no form in it stay English. */
function asciiDefinitions(data: LocaleData): Definitions {
  const { person = {}, word = {}, internet = {}, ...others } = data.definitions;
  const { person: englishPerson = {}, word: englishWord = {} } = loaded.locale('en').definitions;
  const { first, last } = localeNames(data);
  const [women, men] = first.map(({ ascii: forms }) => formsOf(forms.map(capital)));
  const families = formsOf(last.flatMap(({ ascii: forms }) => forms.map(capital)));
  const isOwn = (key: 'first_name' | 'last_name'): boolean => person[key] !== englishPerson[key];
  const inAscii = (key: 'adjective' | 'noun'): string[] | null | undefined => {
    const forms = (word[key] ?? []).map((text) => asciiName(text, data.name));
    const own = word[key] === englishWord[key] ? [] : formsOf(forms);
    return own.length === 0 ? englishWord[key] : own;
  };
  return {
    ...others,
    person: {
      ...person,
      ...(isOwn('first_name') && { first_name: { female: women, male: men } }),
      ...(isOwn('last_name') && {
        last_name: { generic: families },
        last_name_pattern: { generic: [{ value: '{{person.last_name.generic}}', weight: 1 }] },
      }),
    },
    word: { ...word, adjective: inAscii('adjective'), noun: inAscii('noun') },
    internet: { ...internet, domain_suffix: suffixesIn(internet.domain_suffix) },
  } as Definitions;
}

/** Domain suffixes in ASCII. */
function suffixesIn<List extends readonly string[] | null | undefined>(suffixes: List): List | string[] {
  const isAscii = (text: string): boolean => /^[!-~]+$/.test(text);
  return suffixes?.every(isAscii) === false ? suffixes.filter(isAscii) : suffixes;
}

/** Up to this many values, all are compared. */
const LISTED = 20_000;
/** Values to choose from for each row and each space. The chance that none of them belongs to a space is below 10^-27. */
const TRIES = 64;

/**
 * Fewer values of several spaces, so that none is in two of them. Of few values, those of earlier spaces stay. Of many, the hash of a
 * value tells the only space that may have it.
 *
 * @param rows how many values are needed of each
 */
function spacesApart(spaces: readonly ValueSpace[], rows: number): readonly (ValueSpace | undefined)[] {
  if (spaces.length < 2) return spaces;
  const total = spaces.reduce((sum, { size }) => sum + size, 0);
  return total <= LISTED ? listedApart(spaces) : hashedApart(spaces, rows);
}

function listedApart(spaces: readonly ValueSpace[]): readonly (ValueSpace | undefined)[] {
  const seen = new Set<string>();
  return spaces.map((space) => {
    const values = Array.from({ length: space.size }, (_, n) => space.value(n));
    const own = values.filter((value) => !seen.has(JSON.stringify(value)));
    for (const value of own) seen.add(JSON.stringify(value));
    return listSpace(own);
  });
}

function hashedApart(spaces: readonly ValueSpace[], rows: number): readonly ValueSpace[] {
  const block = TRIES * spaces.length;
  return spaces.map((space, i) => {
    const chosen = space.atLeast?.(rows * block) ?? space;
    return {
      size: Math.floor(chosen.size / block),
      value(n) {
        for (let t = 0; t < block; t++) {
          const value = chosen.value(n * block + t);
          if (hashOf(JSON.stringify(value)) % spaces.length === i) return value;
        }
        throw new RangeError('No value differs from those of other locales');
      },
    };
  });
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = mix(hash ^ text.charCodeAt(i)) + i;
  return mix(hash) >>> 0;
}

export { locales } from '../../data/codes.ts';

/** The choices of a locale that the fields of a row, an entity or a group follow, by their weights. */
export type LocaleChoices = Map<string, RowChoice>;

/** Path of the draw of a locale. `$locale` is reserved at the top of a schema, so no field of a row has it. */
const PATH = '$locale';

/** A cell with the choices that are drawn for its rows. */
export const withChoices = (choices: LocaleChoices, cell: Cell): Cell =>
  choices.size === 0 ? cell : afterColumns([...choices.values()], [cell]);

/** What a field draws one of its locales with. */
function choiceOf({ shares, isOwn }: FieldLocale, choices: LocaleChoices, { path }: Place): Choice {
  const weights = shares.map(([, weight]) => weight);
  if (isOwn === true) return byWeight(weights, { path: `${path}\nlocale`, lead: '' });
  const key = JSON.stringify(shares);
  const known = choices.get(key) ?? rowChoice(weights, PATH);
  choices.set(key, known);
  return known.follow;
}

/** The cell of a field in its locales. @param make writes the field in one of them */
export function inLocales(
  locale: FieldLocale,
  choices: LocaleChoices,
  place: Place,
  make: (name: string) => Cell,
): Cell {
  const [only, ...others] = locale.shares;
  if (only === undefined) throw new Error('A locale is required');
  if (others.length === 0) return make(only[0]);
  return variants(
    locale.shares.map(([name]) => make(name)),
    choiceOf(locale, choices, place),
  );
}

/**
 * The values of a field that must differ between rows, in each of its locales.
 *
 * @throws Error if a locale has too few
 */
export function spacesIn(
  { shares }: FieldLocale,
  type: GeneratorType,
  args: readonly unknown[],
  { rows, data }: { readonly rows: number; readonly data: Data },
): ReadonlyMap<string, ValueSpace> {
  const isAscii = type.locale?.isAscii === true;
  const lexicons = shares.map(([name]) => textsOf(data.locale(name), isAscii).lexicon);
  // While a schema is parsed, English stands in for all.
  const each = [...new Set(lexicons)].flatMap((lexicon) => {
    const space = type.values?.(args, lexicon);
    return space === undefined ? [] : [{ lexicon, space }];
  });
  const apart = spacesApart(
    each.map(({ space }) => space),
    rows,
  );
  return new Map(
    shares.flatMap(([name], i) => {
      const n = each.findIndex(({ lexicon }) => lexicon === lexicons[i]);
      if (n < 0) return [];
      const space = apart[n];
      if (space === undefined || space.size < rows)
        throw new Error(
          `${(space?.size ?? 0).toLocaleString('en')} distinct values of the locale ${name} are too few for ${rows.toLocaleString('en')} entities`,
        );
      return [[name, space] as const];
    }),
  );
}

/** The scope of a field in a locale. Types with data of their own find it by the name. */
export function scopeIn(name: string, type: GeneratorType, scope: Scope, sources: Sources): Scope {
  if (type.resources !== undefined) return { ...scope, locale: name };
  const { definitions, lexicon } = textsOf(sources.data.locale(name), type.locale?.isAscii === true);
  return { ...scope, locale: name, lexicon, faker: () => sources.fakerWith(definitions) };
}
