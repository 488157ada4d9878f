/** What else people have, by its beginning, and what to do about it. */
export const OTHERS: readonly { readonly like: RegExp; readonly reason: string }[] = [
  { like: /\0/, reason: 'It is not text. Save it as NDJSON, JSON or CSV' },
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
