/**
 * Converts a value to JSON. The only place that converts values JSON has no form for:
 * a BigInt becomes a string because parsers would round it; a Date becomes its ISO text; NaN, infinities, invalid dates and
 * undefined become null; a lone surrogate becomes U+FFFD because strict parsers reject it. Escapes DEL (see `pool`).
 *
 * @throws TypeError for a function, a symbol, or a value that contains itself
 */
export function jsonText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const text =
    typeof value === 'string' || typeof value === 'number'
      ? JSON.stringify(value)
      : (JSON.stringify(value, plain) ?? 'null');
  return text.replace(ODD, (match, escape: string | undefined) => {
    if (match === '\u007f') return '\\u007f';
    return escape !== undefined && escape.length > 1 ? '\ufffd' : match;
  });
}

/** DEL, or an escape sequence. JSON.stringify escapes only lone surrogates. */
const ODD = /\u007f|\\(ud[89a-f][0-9a-f]{2}|.)/g;

function plain(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`A ${typeof value}${key === '' ? '' : ` at "${key}"`} cannot be written as JSON`);
  }
  return value;
}

/** The inside of a JSON string. */
export const jsonInner = (text: string): string => jsonText(text).slice(1, -1);
