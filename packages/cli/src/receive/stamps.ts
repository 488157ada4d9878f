/** When the rows between two bytes of a file arrived. */
export interface Stamp {
  /** An instant as ISO 8601. */
  readonly at: string;
  /** The number of the request, from 1, since the receiver was started. */
  readonly request: number;
  /** The first byte, and the one after the last. */
  readonly first: number;
  readonly end: number;
}

/** The file of stamps beside a file of rows: a line of JSON for each request. */
export const stampsOf = (file: string): string => `${file}.stamps`;
