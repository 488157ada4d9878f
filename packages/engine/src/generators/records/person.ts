import type { CountryData, LocaleData } from '../../data/store.ts';
import { below, byWeights, inGroup, type Pick, remembered } from '../kernels/record/pick.ts';
import {
  dateOf,
  decimal,
  literal,
  oneOf,
  partOf,
  type Piece,
  quoted,
  sequence,
} from '../kernels/record/piece.ts';
import { areaCode } from './area.ts';
import { accountName, emailOf, nameMembers } from './email.ts';
import { localesIn, type Origin } from './origins.ts';
import { type Members, placeDraws, placeMembers, streetIn } from './place.ts';

/** What people to draw. */
export interface PersonPlan {
  readonly countries: readonly CountryData[];
  readonly locales: readonly LocaleData[];
  readonly origins: readonly Origin[];
  readonly ages: Ages;
  /** Domains of email addresses with weights. Absent: providers of the country. */
  readonly domains?: Readonly<Record<string, number>> | undefined;
  /** The number of entities, if emails and user names of different ones must differ. */
  readonly distinct?: number | undefined;
}

/** The members of a person. All follow from the same draws, so they agree. */
export function personMembers(plan: PersonPlan, path: string): Members {
  const { countries, locales } = plan;
  const { country, locale } = localesIn(plan.origins, path);
  const birth = birthOf(plan.ages, path);
  const sex = remembered(below(2, `${path}\nsex`));
  const { members, first, last } = nameMembers(locales, locale, sex, path);
  const place = placeDraws(countries, country, path);
  const account = { first, last, year: birth.year, distinct: plan.distinct };
  return {
    sex: (lead) => oneOf(['female', 'male'], sex, lead),
    ...members,
    email: (lead) =>
      quoted(lead, emailOf(accountName(account, `${path}\nemail`), domainOf(plan, country, path))),
    username: (lead) => quoted(lead, accountName(account, `${path}\nusername`)),
    phone: (lead) => quoted(lead, areaCode('phones', countries, place, path)),
    birthDate: (lead) => quoted(lead, dateOf(birth.day)),
    age: (lead) => sequence([literal(lead), decimal(birth.age, 0)]),
    street: (lead) => quoted(lead, streetIn(locales, locale, path)),
    ...placeMembers(countries, place, path),
  };
}

/** The weight of the n-th provider: about as the largest ones are spread in most countries. */
const providerWeight = (n: number): number => 1 / (n + 1) ** 1.2;

function domainOf({ countries, domains }: PersonPlan, country: Pick, path: string): Piece {
  const at = `${path}\ndomain`;
  if (domains !== undefined)
    return partOf([Object.keys(domains)], () => 0, byWeights(Object.values(domains), at));
  const providers = countries.map((each) => each.providers);
  const weights = providers.map((list) => list.map((_, n) => providerWeight(n)));
  return partOf([providers.flat()], () => 0, inGroup(weights, country, at));
}

/** The ages of people. */
interface Ages {
  /** In whole years, both inclusive. */
  readonly min: number;
  readonly max: number;
  /** Days from 1970 to the date on which people have their age. */
  readonly onDay: number;
}

const DAY_MS = 86_400_000;
/** Up to this age all years are equally common; after it, they become rarer until the last. */
const EVEN_UNTIL = 55;
const LAST = 100;

/** When a person was born: the age in years, the day since 1970 and the year. */
function birthOf({ min, max, onDay }: Ages, path: string): Readonly<Record<'age' | 'day' | 'year', Pick>> {
  const shares = Array.from({ length: max - min + 1 }, (_, i) => shareOf(min + i));
  const drawn = remembered(byWeights(shares, `${path}\nage`));
  const days = below(365, `${path}\nday`);
  const age: Pick = (a, b) => min + drawn(a, b);
  const lastBirthdays = Int32Array.from(shares, (_, i) => yearsBefore(onDay, min + i));
  // The last birthday was at most 364 days ago.
  const day = remembered((a, b) => (lastBirthdays[drawn(a, b)] ?? 0) - days(a, b));
  return { age, day, year: (a, b) => new Date(day(a, b) * DAY_MS).getUTCFullYear() };
}

function yearsBefore(day: number, years: number): number {
  const date = new Date(day * DAY_MS);
  return Math.floor(date.setUTCFullYear(date.getUTCFullYear() - years) / DAY_MS);
}

const shareOf = (age: number): number =>
  age <= EVEN_UNTIL ? 1 : Math.max(0.02, (LAST - age) / (LAST - EVEN_UNTIL));
