/** Where a piece stands in a text. */
interface Place {
  readonly start: number;
  readonly length: number;
  /** The characters before and after it; empty at the ends. */
  readonly before: string;
  readonly after: string;
}

/** The first place of a piece; none if there is no text. */
export function placeOf(text: string | undefined, piece: unknown): Place[] {
  if (text === undefined || typeof piece !== 'string') return [];
  const start = text.indexOf(piece);
  const { length } = piece;
  return [
    {
      start,
      length,
      before: text.slice(0, start).slice(-1),
      after: text.slice(start + length, start + length + 1),
    },
  ];
}

/** How a piece is cut out of a text. */
interface Cut {
  readonly of: (text: string) => string | undefined;
  readonly write: (name: string) => string;
  readonly cost: number;
}

const only = <Value>(values: readonly Value[]): Value | undefined =>
  new Set(values).size === 1 ? values[0] : undefined;

/** How pieces are cut out, if all are in the same way. */
export function cutOf(places: readonly Place[]): Cut | undefined {
  const start = only(places.map((place) => place.start));
  const length = only(places.map((place) => place.length));
  if (start !== undefined && length !== undefined)
    return {
      of: (text) => text.slice(start, start + length),
      write: (name) => `substring(${name}, ${start}, ${start + length})`,
      cost: 0.8,
    };
  const before = only(places.map((place) => place.before));
  const after = only(places.map((place) => place.after));
  // A letter or digit of the sample must not be in the schema.
  if (before === undefined || after === undefined || /[\p{L}\p{N}]/u.test(before + after)) return undefined;
  const pattern = `${before === '' ? '^' : escaped(before)}(${after === '' ? '.*' : `[^${escaped(after)}]*`})${after === '' ? '' : escaped(after)}`;
  const regex = new RegExp(pattern, 'u');
  return {
    of: (text) => regex.exec(text)?.[1],
    write: (name) => `extract(${name}, ${JSON.stringify(pattern)})`,
    cost: 1,
  };
}

const escaped = (character: string): string => character.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
