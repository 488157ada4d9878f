/** Rows that candidates are searched in. */
export const SEARCH_ROWS = 500;
/** Share of the rows that may break a rule which is reported. */
export const DIRTY = 0.03;
/** Evidence that a rule needs, in bits. */
export const BITS = 24;
/** Rows and distinct values that a rule needs. */
export const LEAST_ROWS = 30;
export const LEAST_DISTINCT = 10;
/** Values of a column whose values rules tell apart. */
export const MOST_TAGS = 12;
/** Features that are combined with one another. */
export const MOST_FEATURES = 48;
