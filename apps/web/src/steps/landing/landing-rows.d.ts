declare module 'virtual:landing-rows' {
  /** Rows that the engine generated at build time; see landing-rows.ts beside vite.config.ts. */
  export const landing: {
    /** Name of their template. */
    readonly template: string;
    readonly seed: number;
    /** Index of the first row in `columns`. */
    readonly first: number;
    /** Rows that are shown or counted at first. */
    readonly before: number;
    /** Between two rows, milliseconds. */
    readonly stepMs: number;
    /** The rows before `first`, counted. */
    readonly counted: {
      readonly page: Readonly<Record<string, number>>;
      readonly device: Readonly<Record<string, number>>;
      readonly load_ms: readonly number[];
      readonly revenue: number;
    };
    /** The values of the rows from `first` on: `words[i]`, or `words[of[i]]`. */
    readonly columns: readonly {
      readonly name: string;
      readonly words: readonly (string | number | null)[];
      readonly of?: readonly number[];
    }[];
  };
}
