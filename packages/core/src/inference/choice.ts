/** How fields are to be read, by path: the name of a reading, or `LEFT_OUT`. Unknown names change nothing. */
export type Choices = ReadonlyMap<string, string>;

/** The choice of a field that the schema shall not have. */
export const LEFT_OUT = 'left out';

/** Other ways to read a field. */
export interface Alternatives {
  /** Names that `Choices` take, the likeliest first. */
  readonly names: readonly string[];
  /** Several are as good: a person should choose. */
  readonly isAmbiguous: boolean;
}
