/** The shares that a schema asks for, by path: `country`, `cart[].color`. Fields whose shares do not follow from the schema are left out. */
export type AskedShares = ReadonlyMap<string, AskedShare>;

/** The shares that a field asks for, from 0 to 1 of the places where it could stand. */
export interface AskedShare {
  readonly nulls: number;
  readonly missing: number;
  /** Of each value that is listed. Empty: values are not listed. */
  readonly values: ReadonlyMap<string | number | boolean, number>;
}
