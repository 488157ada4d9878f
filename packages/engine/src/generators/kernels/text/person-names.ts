import { fromPatterns, type Lexicon, remembering } from './definitions.ts';
import { changed, either, join, list, weighted, type Wordings } from './wording.ts';

export type Sex = 'female' | 'male';
const SEXES = ['female', 'male'] as const;

interface BySex<Item> {
  readonly generic?: readonly Item[] | null | undefined;
  readonly female?: readonly Item[] | null | undefined;
  readonly male?: readonly Item[] | null | undefined;
}

/** Faker's choice between a sex's own list of n and the generic list of m, weighted 3·√n to √m. Without a sex, either is equally likely. */
function ofSex<Item>(
  lists: BySex<Item>,
  sex: Sex | undefined,
  write: (items: readonly Item[]) => Wordings,
): Wordings {
  if (sex === undefined) return either(...SEXES.map((each) => ofSex(lists, each, write)));
  const { [sex]: own, generic } = lists;
  if (!own) return write(generic ?? []);
  if (!generic) return write(own);
  return weighted([
    [3 * Math.sqrt(own.length), write(own)],
    [Math.sqrt(generic.length), write(generic)],
  ]);
}

/** Names and what is made of them, for one sex if given. */
export interface Names {
  readonly firstName: (sex?: Sex) => Wordings;
  readonly middleName: (sex?: Sex) => Wordings;
  readonly prefix: (sex?: Sex) => Wordings;
  /** A last name, or two joined by a hyphen. */
  readonly lastName: (sex?: Sex) => Wordings;
  /** One of faker's weighted patterns. All parts have the same sex. */
  readonly fullName: (sex?: Sex) => Wordings;
  /** internet.username and displayName: first[._]last99, first[._]last or first99. */
  readonly username: () => Wordings;
  /** A username at one of the providers. */
  readonly emailAt: (providers: readonly string[]) => Wordings;
}

/** The types that accept a sex. */
export const SEXED: Readonly<
  Record<string, 'firstName' | 'lastName' | 'middleName' | 'prefix' | 'fullName'>
> = {
  'person.firstName': 'firstName',
  'person.lastName': 'lastName',
  'person.middleName': 'middleName',
  'person.prefix': 'prefix',
  'person.fullName': 'fullName',
};

const remembered = remembering<Names>();

/** The names of a lexicon. */
export const namesIn = (lexicon: Lexicon): Names => remembered(lexicon, 'names', () => newNames(lexicon));

function newNames(lexicon: Lexicon): Names {
  const person = () => lexicon.definitions().person;
  const names = {
    firstName: (sex?: Sex) => ofSex(person().first_name, sex, list),
    middleName: (sex?: Sex) => ofSex(person().middle_name, sex, list),
    prefix: (sex?: Sex) => ofSex(person().prefix, sex, list),
    lastName: (sex?: Sex) => lastName(lexicon, sex),
  };
  const ofPerson = (slot: string, sex: Sex): Wordings | undefined => {
    const key = SEXED[slot];
    return key === undefined || key === 'fullName' ? undefined : names[key](sex);
  };
  const fullName = (sex?: Sex): Wordings =>
    sex === undefined
      ? either(...SEXES.map((each) => fullName(each)))
      : weighted(
          person().name.map(({ value, weight }) => [
            weight,
            fromPatterns([value], (slot) => ofPerson(slot, sex), lexicon),
          ]),
        );
  const username = () => usernames(names.firstName(), names.lastName());
  return {
    ...names,
    fullName,
    username,
    emailAt: (providers) => join(username(), list(providers.map((provider) => `@${provider}`))),
  };
}

function lastName(lexicon: Lexicon, sex: Sex | undefined): Wordings {
  const { last_name_pattern: patterns } = lexicon.definitions().raw.person ?? {};
  const write = (items: readonly { readonly value: string; readonly weight: number }[]): Wordings =>
    weighted(items.map(({ value, weight }) => [weight, fromPatterns([value], () => undefined, lexicon)]));
  const { female, male, generic } = patterns ?? {};
  if (!female && !male) return write(generic ?? []);
  return ofSex({ female, male, generic }, sex, write);
}

/** Numbers of up to two digits, to end usernames. */
const twoDigits = list(Array.from({ length: 100 }, (_, n) => String(n)));
const separator = list(['.', '_']);
const bare = (name: string): string => name.replaceAll("'", '');

function usernames(firstName: Wordings, lastName: Wordings): Wordings {
  const first = changed(firstName, bare);
  const last = changed(lastName, bare);
  return either(
    join(first, separator, last, twoDigits),
    join(first, separator, last),
    join(first, twoDigits),
  );
}
