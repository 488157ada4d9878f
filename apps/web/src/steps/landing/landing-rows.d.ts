declare module 'virtual:landing-rows' {
  /** Rows that the engine made when the page was built; see landing-rows.ts beside the build's configuration. */
  export const landing: {
    /** Name of the template they come from. */
    readonly template: string;
    readonly seed: number;
    /** Index of the first of `rows`. */
    readonly first: number;
    /** Event time between two rows, milliseconds. */
    readonly stepMs: number;
    /** JSON texts of the rows `first`, `first + 1`, … */
    readonly rows: readonly string[];
    /** Bytes of each row from row 0 to the last of `rows`. */
    readonly sizes: readonly number[];
  };
}
