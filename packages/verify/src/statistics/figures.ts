/** A value that is neither an object nor a list. */
export type Scalar = string | number | boolean;

/** Statistics of the fields of rows. All of it is plain data: JSON keeps it. */
export interface Statistics {
  /** Rows that were counted. */
  readonly rows: number;
  /** One in this many rows of the stream was read. Rates count the others. */
  readonly step: number;
  /** Lines that are no rows. */
  readonly skipped: Skipped;
  /** In the order in which they appear; members and elements after their object or list. */
  readonly fields: readonly FieldStatistics[];
  /** Fields that were not followed, because there are more than 2,000 or they are nested more than 12 deep. */
  readonly unfollowed: number;
}

/** How many lines were skipped, and the first of them, from 1. */
export interface Skipped {
  /** Lines that are not JSON. */
  readonly invalid: number;
  /** JSON values other than objects. */
  readonly notObjects: number;
  readonly tooLong: number;
  /** Number of the first skipped line; null: none was. */
  readonly firstLine: number | null;
}

/** Statistics of one field. Shares are parts of `places`, from 0 to 1. */
export interface FieldStatistics {
  /** `address.city`, `cart[].price`. Names with other characters are quoted: `["post code"]`. */
  readonly path: string;
  /** Where it could stand: rows, objects around it, or the elements of its list. */
  readonly places: number;
  readonly missing: number;
  readonly nulls: number;
  /** Values by type. */
  readonly types: TypeCounts;
  /** Different texts, numbers and booleans. */
  readonly distinct: number;
  /** `distinct` is an estimate, to about 2 %, or some numbers have more digits than a double keeps. */
  readonly isEstimate: boolean;
  /** There are two values or more, and none of them twice. */
  readonly isUnique: boolean;
  /** The most frequent values, in descending order; at most five. Empty if nearly all are unique. */
  readonly top: readonly TopValue[];
  /** The first two different values. Long texts are cut. */
  readonly examples: readonly Scalar[];
  readonly numbers?: NumberStatistics;
  /** Absent unless all texts are dates or times in the form of ISO 8601. */
  readonly times?: TimeStatistics;
  /** Lengths of texts, in UTF-16 units. */
  readonly lengths?: NumberStatistics;
  /** Lengths of lists. */
  readonly items?: NumberStatistics;
  /** The shares that the schema asks for. Absent: it asks for none. */
  readonly asked?: { readonly nulls: number; readonly missing: number };
}

/** How many values have which type. */
export interface TypeCounts {
  readonly texts: number;
  readonly numbers: number;
  readonly booleans: number;
  readonly objects: number;
  readonly lists: number;
}

/** A frequent value. */
export interface TopValue {
  /** A text of more than 200 characters is cut and ends in `…`. */
  readonly value: Scalar;
  readonly count: number;
  readonly share: number;
  /** The share that the schema asks for. Absent: it asks for none. */
  readonly asked?: number;
}

/** Statistics of finite numbers. */
export interface NumberStatistics {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** A value that occurs: the lower of the two in the middle. */
  readonly median: number;
  /** No value is smaller than the one before. */
  readonly isRising: boolean;
  /** Absent: all are equal, or their range exceeds a double. */
  readonly histogram?: Histogram;
}

/**
 * Numbers in bins. Bins are about equal: the edges within are round numbers, and the first and the last bin end where the values do, so
 * that they are neither too high nor too low. Compare bins by `heights`.
 */
export interface Histogram {
  /** Ascending, one more than bins. A bin holds values from its edge to the next one, exclusive. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  /** Density of each bin, from 0 to 1 for the densest. */
  readonly heights: readonly number[];
  /** Index of the bin of the median. */
  readonly median: number;
  /** Which end bins hold a long tail: all below the second edge, or above the last but one. Their heights count as those of a common bin. */
  readonly tails: { readonly low: boolean; readonly high: boolean };
}

/** Statistics of dates or times. */
export interface TimeStatistics {
  readonly count: number;
  /** Earliest and latest, as ISO 8601 in UTC. Dates without a time stay dates. */
  readonly from: string;
  readonly to: string;
  readonly spanMs: number;
  /** Values per second, with the rows of the stream that were not read. Absent: there is no span. */
  readonly perSecond?: number;
  /** Edges are milliseconds since 1970, in UTC. Absent: all are equal. */
  readonly histogram?: TimeHistogram;
}

/** Times in bins, at whole minutes, hours, days or the like. */
export interface TimeHistogram extends Omit<Histogram, 'tails'> {
  /** Values per second in each bin, with the rows that were not read. */
  readonly perSecond: readonly number[];
}
