/** A time zone, as plain data. */
export interface Zone {
  /** As in the database of IANA: `Europe/Berlin`. */
  readonly name: string;
  /** Its line of the table, which `zoneOffsets` reads. */
  readonly line: string;
}
