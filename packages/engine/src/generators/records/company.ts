import type { CountryData, LocaleData } from '../../data/store.ts';
import type { Tables } from '../../data/tables.ts';
import { spread } from '../kernels/record/digits.ts';
import {
  below,
  byWeights,
  fraction,
  inGroup,
  inList,
  type Pick,
  remembered,
} from '../kernels/record/pick.ts';
import {
  decimal,
  literal,
  oneOf,
  partOf,
  type Piece,
  quoted,
  sequence,
  variant,
} from '../kernels/record/piece.ts';
import { areaCode } from './area.ts';
import { localeNames } from './names.ts';
import { localesIn, type Origin } from './origins.ts';
import { type Members, placeDraws, placeMembers, streetIn } from './place.ts';
import type { WeightedEntry } from './weighted.ts';

/** What companies to draw. */
export interface CompanyPlan {
  readonly countries: readonly CountryData[];
  readonly locales: readonly LocaleData[];
  readonly origins: readonly Origin[];
  readonly industries: readonly WeightedEntry<Tables['companies'][string]>[];
}

const LAST_YEAR = 2025;
/** In years. Most companies are younger: the age is the square of a uniform number. */
const OLDEST = 120;
const MAILBOXES = ['info', 'contact', 'office', 'hello', 'sales'];

/** The members of a company. */
export function companyMembers(plan: CompanyPlan, path: string): Members {
  const { countries, locales } = plan;
  const { country, locale } = localesIn(plan.origins, path);
  const place = placeDraws(countries, country, path);
  const { industries } = plan;
  const industry = remembered(
    byWeights(
      industries.map(({ weight }) => weight),
      `${path}\nindustry`,
    ),
  );
  const words = industries.map(({ entry: [, text] }) => text.split(' '));
  const word = remembered(
    inList(
      words.map(({ length }) => length),
      industry,
      `${path}\nword`,
    ),
  );
  const lasts = locales.map((each) => localeNames(each).last[1]);
  const last = remembered(
    inList(
      lasts.map(({ names }) => names.length),
      locale,
      `${path}\nlast`,
    ),
  );
  const title = (): Piece =>
    sequence([
      partOf(
        lasts.map(({ names }) => names),
        locale,
        last,
      ),
      literal(' '),
      partOf(words, industry, word),
    ]);
  const domain = (): Piece =>
    sequence([
      partOf(
        lasts.map(({ ascii }) => ascii),
        locale,
        last,
      ),
      literal('-'),
      partOf(
        words.map((list) => list.map((text) => text.toLowerCase())),
        industry,
        word,
      ),
      variant(
        countries.map(({ suffix }) => literal(`.${suffix}`)),
        country,
      ),
    ]);
  return {
    name: (lead) => quoted(lead, inForm(countries, country, title(), path)),
    industry: (lead) =>
      oneOf(
        industries.map(({ name }) => name),
        industry,
        lead,
      ),
    domain: (lead) => quoted(lead, domain()),
    website: (lead) => quoted(lead, sequence([literal('https://www.'), domain()])),
    email: (lead) =>
      quoted(
        lead,
        sequence([
          partOf([MAILBOXES], () => 0, below(MAILBOXES.length, `${path}\nmailbox`)),
          literal('@'),
          domain(),
        ]),
      ),
    phone: (lead) => quoted(lead, areaCode('phones', countries, place, path)),
    employees: (lead) => sequence([literal(lead), decimal(employees(path), 0)]),
    founded: (lead) => sequence([literal(lead), decimal(founded(path), 0)]),
    street: (lead) => quoted(lead, streetIn(locales, locale, path)),
    ...placeMembers(countries, place, path),
  };
}

/** A name in one of the legal forms of the country. */
function inForm(countries: readonly CountryData[], country: Pick, title: Piece, path: string): Piece {
  const forms = countries.map(({ companies }) => companies);
  const weights = forms.map((list) => list.map((_, n) => 1 / (n + 1)));
  const pieces = forms.flat().map((form) => {
    const [before = '', after = ''] = form.split('{}');
    return sequence([
      literal(JSON.stringify(before).slice(1, -1)),
      title,
      literal(JSON.stringify(after).slice(1, -1)),
    ]);
  });
  return variant(pieces, inGroup(weights, country, `${path}\nform`));
}

/** Employees: from 2 to 5,000, mostly few. */
function employees(path: string): Pick {
  const [low, high] = [Float64Array.of(2), Float64Array.of(5000)];
  const number = spread(low, high, () => 0, fraction(`${path}\nemployees`));
  return (a, b) => Math.floor(number(a, b));
}

function founded(path: string): Pick {
  const at = fraction(`${path}\nfounded`);
  return (a, b) => LAST_YEAR - Math.floor(OLDEST * at(a, b) * at(a, b));
}
