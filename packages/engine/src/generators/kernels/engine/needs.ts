/** What a cell reads of a chunk besides the words of its rows. It is computed only if some cell reads it. */
export interface Needs {
  /** Reads event times. */
  readonly usesTime?: boolean;
  /** Reads row indexes. */
  readonly usesIndex?: boolean;
  /** Reads the steps of the schema's journey in time. */
  readonly usesSteps?: boolean;
  /** Reads when the journeys of steps started, or when their next steps come. */
  readonly usesStepTimes?: boolean;
}

/** What any of these reads. */
export const needsOf = (...readers: readonly Needs[]): Required<Needs> => ({
  usesTime: readers.some(({ usesTime }) => usesTime === true),
  usesIndex: readers.some(({ usesIndex }) => usesIndex === true),
  usesSteps: readers.some(({ usesSteps }) => usesSteps === true),
  usesStepTimes: readers.some(({ usesStepTimes }) => usesStepTimes === true),
});
