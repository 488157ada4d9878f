/** Characters shown of a row; a browser takes seconds to lay out a million. */
const MAX_SHOWN = 20_000;

/** The beginning of a text that is too long to show. */
export interface Cut {
  readonly shown: string;
  /** What is missing: `… and 1,234 more characters`; empty if nothing is. */
  readonly rest: string;
}

/** The part of a text that is shown. */
export const cut = (text: string, max = MAX_SHOWN): Cut =>
  text.length <= max
    ? { shown: text, rest: '' }
    : {
        shown: text.slice(0, max).toWellFormed(),
        rest: `… and ${(text.length - max).toLocaleString('en-US')} more characters`,
      };
