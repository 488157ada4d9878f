/** Stands before whole numbers beyond 2^53 while a text is parsed. A private-use character, which rows do not contain. */
const MARK = '\uE0F1';
const MARKED = /^\uE0F1-?\d+$/;
const MAY_BE_LARGE = /\d{16}/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Whether a JSON text may have whole numbers beyond 2^53. Quick to tell. */
export const mayBeLarge = (text: string): boolean => MAY_BE_LARGE.test(text);

/**
 * The value of a JSON text. Whole numbers beyond 2^53 become a bigint, so that no digit is lost.
 *
 * @throws SyntaxError if it is no JSON
 */
export const parseExact = (text: string): unknown =>
  MAY_BE_LARGE.test(text) ? JSON.parse(text.replaceAll(TOKENS, withMark), withoutMark) : JSON.parse(text);

const withMark = (token: string): string =>
  /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token;

const withoutMark = (_: string, value: unknown): unknown =>
  typeof value === 'string' && MARKED.test(value) ? BigInt(value.slice(1)) : value;
