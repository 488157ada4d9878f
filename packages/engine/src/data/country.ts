/** A country and its cities, as its file has them: what its places, people and companies have in common. */
export interface Country {
  readonly name: string;
  /** ISO 4217 code of its currency. */
  readonly currency: string;
  /** ISO 639-1 code of its most common language. */
  readonly language: string;
  /** Mobile numbers. `#` is a digit, and `[13]` or `[1-3]` one of those in brackets. */
  readonly phones: readonly string[];
  /** Postal codes. `#` is a digit, `!` one from 1 to 9, `?` a letter, and `@` one of those that Canada uses. Empty: the country has none. */
  readonly postalCodes: readonly string[];
  /** Free email providers, the most common first. */
  readonly providers: readonly string[];
  /** Names of companies, with `{}` for the name itself. */
  readonly companies: readonly string[];
  /** The end of their domains. */
  readonly suffix: string;
  /** Postal codes and phone numbers of cities whose beginnings are known, with `{}` for the beginning. */
  readonly areas?: Readonly<Partial<Record<AreaKind, string>>>;
}

/** What begins as elsewhere in its city. */
export type AreaKind = 'postal' | 'phones';

/** A city of a country, with how its postal codes and phone numbers begin. No beginning: as elsewhere in the country. */
export interface City extends Readonly<Record<AreaKind, readonly string[]>> {
  readonly name: string;
  readonly region: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Of the centre, in thousandths of a degree. */
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
}

/** The file of a country. */
export interface CountryFile extends Country {
  readonly regions: readonly string[];
  /** IANA names. */
  readonly timeZones: readonly string[];
  /**
   * A line for each city, the largest first: `name|region|time zone|latitude|longitude|population|postal codes|phone numbers`. Region
   * and time zone are indexes, coordinates are thousandths of a degree, the population is in hundreds, and beginnings are separated by
   * spaces. Empty members at the end are left out.
   */
  readonly cities: readonly string[];
}

/** Reads the cities in the file of a country. */
export const citiesOf = ({
  regions,
  timeZones,
  cities,
}: Pick<CountryFile, 'regions' | 'timeZones' | 'cities'>): readonly City[] =>
  cities.map((line) => {
    const [name = '', region, zone, latitude, longitude, hundreds, postal, phones] = line.split('|');
    return {
      name,
      region: regions[Number(region)] ?? '',
      timeZone: timeZones[Number(zone)] ?? '',
      latitude: Number(latitude),
      longitude: Number(longitude),
      population: Number(hundreds) * 100,
      postal: wordsOf(postal),
      phones: wordsOf(phones),
    };
  });

const wordsOf = (text = ''): readonly string[] => (text === '' ? [] : text.split(' '));
