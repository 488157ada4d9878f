/** A city of a country. */
export interface City {
  readonly name: string;
  readonly region: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Of the centre, in thousandths of a degree. */
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
}

/** Reads the cities of a country from the text that `scripts/places.ts` writes. */
export function parseCities(text: string): readonly City[] {
  const [regions = [], zones = [], ...lines] = text.split('\n').map((line) => line.split('|'));
  return lines.map(([name = '', region, zone, latitude, longitude, hundreds]) => ({
    name,
    region: regions[Number(region)] ?? '',
    timeZone: zones[Number(zone)] ?? '',
    latitude: Number(latitude),
    longitude: Number(longitude),
    population: Number(hundreds) * 100,
  }));
}
