/** Why JSON with comments or commas too many is not read. */
export const JSON5 =
  'It is JSON with comments or trailing commas (JSON5 or JSONC), not JSON. Remove them, or save it with JSON.stringify';

/** Whether an object that is no JSON has comments, a comma before its end, or names without quotes. */
export const isJson5 = (object: string): boolean =>
  /(^|[\s,{[])\/[/*]|,\s*[}\]]|[{,]\s*[\w$']+\s*:/.test(object.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""'));

/** What else people have, by its beginning, and what to do about it. */
export const OTHERS: readonly { readonly like: RegExp; readonly reason: string }[] = [
  { like: /\0/, reason: 'It is not text. Save it as NDJSON, JSON or CSV' },
  {
    like: /^\s*([[(]\s*)?\{\s*['\w$]/,
    reason: 'It is Python, JavaScript or JSON5, not JSON. Print it with json.dumps or JSON.stringify',
  },
  {
    like: /^\s*(\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)\s*(\/\/|\/\*|[{[])/,
    reason: JSON5,
  },
  {
    like: /^(\s|--[^\n]*\n)*(insert|replace)\s+into\s/i,
    reason:
      'SQL INSERT statements are not supported. Export the rows as JSON or CSV, or use the CREATE TABLE statement',
  },
  {
    like: /^\s*\|[^\n]*\n\s*\|\s*:?--/,
    reason: 'Markdown tables are not supported. Convert the rows to JSON or CSV',
  },
  {
    like: /^\s*[\w.]+=("[^"\n]*"|[^\s",;|]*) +[\w.]+=/,
    reason: 'Logs of the form key=value are not supported. Convert the rows to JSON or CSV',
  },
  {
    like: /^\s*<[?!a-z][^>,;|\t]*>(?![,;|\t])/i,
    reason: 'XML and HTML are not supported. Convert the rows to JSON or CSV',
  },
];
