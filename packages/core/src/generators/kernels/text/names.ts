import { definitions } from './definitions.ts';
import { fromPatterns } from './faker-pattern.ts';
import { changed, either, join, list, weighted, type Wordings } from './wording.ts';

export type Sex = 'female' | 'male';
const SEXES = ['female', 'male'] as const;

interface BySex {
  readonly generic?: readonly string[] | null;
  readonly female?: readonly string[] | null;
  readonly male?: readonly string[] | null;
}

/** Faker's choice between a sex's own list of n and the generic list of m, weighted 3·√n to √m. Without a sex, either is equally likely. */
function ofSex(lists: BySex, sex: Sex | undefined): Wordings {
  if (sex === undefined) return either(...SEXES.map((each) => ofSex(lists, each)));
  const { [sex]: own, generic } = lists;
  if (!own) return list(generic ?? []);
  if (!generic) return list(own);
  return weighted([
    [3 * Math.sqrt(own.length), list(own)],
    [Math.sqrt(generic.length), list(generic)],
  ]);
}

const person = () => definitions().person;

export const firstName = (sex?: Sex): Wordings => ofSex(person().first_name, sex);
export const middleName = (sex?: Sex): Wordings => ofSex(person().middle_name, sex);
export const prefix = (sex?: Sex): Wordings => ofSex(person().prefix, sex);

/** A last name, or two joined by a hyphen. */
export function lastName(): Wordings {
  const patterns = definitions().raw.person?.last_name_pattern?.generic ?? [];
  return weighted(patterns.map(({ value, weight }) => [weight, fromPatterns([value], () => undefined)]));
}

/** One of faker's weighted patterns. All parts have the same sex. */
export const fullName = (sex?: Sex): Wordings =>
  sex === undefined
    ? either(...SEXES.map((each) => fullName(each)))
    : weighted(
        person().name.map(({ value, weight }) => [
          weight,
          fromPatterns([value], (slot) => ofPerson[slot as keyof typeof ofPerson]?.(sex)),
        ]),
      );

/** The types that accept a sex. */
export const ofPerson = {
  'person.firstName': firstName,
  'person.lastName': lastName,
  'person.middleName': middleName,
  'person.prefix': prefix,
  'person.fullName': fullName,
} as const;

/** Numbers of up to two digits, to end usernames. */
const twoDigits = list(Array.from({ length: 100 }, (_, n) => String(n)));
const separator = list(['.', '_']);
const bare = (name: string): string => name.replaceAll("'", '');

/** internet.username and displayName: first[._]last99, first[._]last or first99. */
export function username(): Wordings {
  const first = changed(firstName(), bare);
  const last = changed(lastName(), bare);
  return either(
    join(first, separator, last, twoDigits),
    join(first, separator, last),
    join(first, twoDigits),
  );
}

/** A username at one of the providers. */
export const emailAt = (providers: readonly string[]): Wordings =>
  join(username(), list(providers.map((provider) => `@${provider}`)));
