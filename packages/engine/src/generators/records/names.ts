import type { Faker } from '@faker-js/faker';
import type { LocaleData } from '../../data/store.ts';
import { once } from './weighted.ts';
import { asciiName } from './ascii.ts';

/** Names, their forms in email addresses and the first letters of these, at the same index. */
export interface NameList {
  readonly names: readonly string[];
  readonly ascii: readonly string[];
  readonly initials: readonly string[];
}

/** The names and the streets of a locale. */
export interface LocaleNames {
  /** Women's and men's. */
  readonly first: readonly [NameList, NameList];
  readonly last: readonly [NameList, NameList];
  /** Two last names instead of one. */
  readonly hasTwoLast: boolean;
  /** The last name comes first. */
  readonly isLastFirst: boolean;
  /** Between the names. */
  readonly separator: string;
}

type Definitions = Faker['rawDefinitions'];
type BySex = Readonly<Partial<Record<'female' | 'male' | 'generic', readonly string[] | null>>>;

/** Locales of people with the last names of both parents. */
const TWO_LAST: ReadonlySet<string> = new Set(['es', 'es_MX', 'pt_BR', 'pt_PT']);

/** The names of a locale. */
function readNames({ name: locale, definitions, romanised }: LocaleData): LocaleNames {
  const { first_name: first, last_name: last } = definitions.person ?? {};
  const listOf = (
    lists: BySex | null | undefined,
    sex: 'female' | 'male',
    ascii: readonly string[] | undefined,
  ): NameList => {
    const names = lists?.[sex] ?? lists?.generic ?? [];
    const forms = ascii?.join(' ').split(' ') ?? names.map((name) => asciiName(name, locale));
    return { names, ascii: forms, initials: forms.map((form) => form.slice(0, 1)) };
  };
  const { female, male, last: family, lastFemale = family, lastMale = family } = romanised;
  return {
    first: [listOf(first, 'female', female), listOf(first, 'male', male)],
    last: [listOf(last, 'female', lastFemale), listOf(last, 'male', lastMale)],
    hasTwoLast: TWO_LAST.has(locale),
    ...orderOf(definitions),
  };
}

/** How a locale writes a full name. */
function orderOf(definitions: Definitions): Pick<LocaleNames, 'isLastFirst' | 'separator'> {
  const patterns = (definitions.person?.name ?? []).map(({ value }) => value);
  const plain = patterns.find((text) => /^\{\{person\.\w+\}\}\s?\{\{person\.\w+\}\}$/.test(text)) ?? '';
  return {
    isLastFirst:
      patterns.length > 0 && patterns.every((text) => text.indexOf('lastName') < text.indexOf('firstName')),
    separator: plain === '' || plain.includes(' ') ? ' ' : '',
  };
}

/** The names of a locale, read once. */
export const localeNames = once(readNames);
