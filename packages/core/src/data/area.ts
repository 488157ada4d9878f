/** How postal codes or phone numbers of a country's cities begin, as text. */
interface Codes {
  /** A form with `{}` for the beginning, as in `Country`. */
  readonly form: string;
  /** The beginnings by city, in the order of the cities. Cities are separated by `|`, beginnings by spaces. None: as elsewhere in the country. */
  readonly codes: string;
}

/** The codes of a country's cities as text. */
export interface AreaCodes {
  readonly postal: Codes;
  readonly phones?: Codes;
}

/** How postal codes or phone numbers of a country's cities begin. */
export interface Area {
  /** A form with `{}` for the beginning, as in `Country`. */
  readonly form: string;
  /** The beginnings by city. None: as elsewhere in the country. */
  readonly codes: readonly (readonly string[])[];
}

/** The codes of a country's cities. Absent: the forms of the country are used. */
export interface Areas {
  readonly postal?: Area;
  readonly phones?: Area;
}

const areaOf = ({ form, codes }: Codes): Area => ({
  form,
  codes: codes.split('|').map((city) => (city === '' ? [] : city.split(' '))),
});

/** Reads the codes of a country's cities. */
export const parseAreas = (given: AreaCodes | undefined): Areas =>
  given === undefined
    ? {}
    : { postal: areaOf(given.postal), ...(given.phones && { phones: areaOf(given.phones) }) };
