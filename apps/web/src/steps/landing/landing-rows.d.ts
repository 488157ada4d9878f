declare module 'virtual:landing-rows' {
  /** Rows that the engine generated at build time; see landing-rows.ts beside vite.config.ts. */
  export const landing: {
    /** Name of their template. */
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
