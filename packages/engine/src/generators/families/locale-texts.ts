import type { Faker } from '@faker-js/faker';
import { loaded, type LocaleData } from '../../data/store.ts';
import { english, newLexicon, type Lexicon } from '../kernels/text/definitions.ts';
import { fakerOf } from '../kernels/text/faker.ts';
import { asciiName } from '../records/ascii.ts';
import { localeNames } from '../records/names.ts';
import { once } from '../records/once.ts';

type Definitions = Faker['rawDefinitions'];

/** What the texts of a locale are made of. */
export interface LocaleTexts {
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
