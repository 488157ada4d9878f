/** A token of a JSON text. Names and punctuation are faint, values are not. */
interface Token {
  readonly text: string;
  readonly faint: boolean;
  /** Its index among the tokens. */
  readonly index: number;
}

/** A name with its colon and the punctuation before it, a string, punctuation, or a bare value. */
const TOKEN = /[{}[\],\s]*"(?:[^"\\]|\\.)*"\s*:|"(?:[^"\\]|\\.)*"|[{}[\],\s]+|[^{}[\],\s"]+/g;

/** The tokens of a JSON text; joined, they are the text. */
export const tokensOf = (json: string): readonly Token[] =>
  Array.from(json.matchAll(TOKEN), ([text], index) => ({
    text,
    faint: text.endsWith(':') || /^[{}[\],\s]+$/.test(text),
    index,
  }));

/** The row at index `row` of a stream that starts at row 0 and then repeats the `count` rows from `first` on. */
export const loopRow = (row: number, first: number, count: number): number =>
  row < first ? row : first + ((row - first) % count);
