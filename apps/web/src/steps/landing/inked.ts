/** A piece of a JSON text: `faint` what is the same in every row (names, braces), the others its values. */
export interface Piece {
  readonly text: string;
  readonly faint: boolean;
  /** Its place among the pieces. */
  readonly at: number;
}

/** A name with its colon and what stands before it, a string, punctuation, or a bare value. */
const pieces = /[{}[\],\s]*"(?:[^"\\]|\\.)*"\s*:|"(?:[^"\\]|\\.)*"|[{}[\],\s]+|[^{}[\],\s"]+/g;

/** A JSON text in two inks; the pieces together are the text. */
export const inked = (json: string): readonly Piece[] =>
  Array.from(json.matchAll(pieces), ([text], i) => ({ text, at: i })).map(({ text, at }) => ({
    text,
    faint: text.endsWith(':') || /^[{}[\],\s]+$/.test(text),
    at,
  }));
