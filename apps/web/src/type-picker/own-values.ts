/** The type for values of one's own. */
export const OWN_TYPE = 'helpers.arrayElement';

/** Values that were typed in place of a type: separated by commas, or a single one. */
export const ownValues = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  ),
];

/** Values as `params`, as JSON. */
export const valuesJson = (values: readonly string[]): string =>
  `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
