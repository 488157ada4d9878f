import { Fragment, type ReactNode } from 'react';

/** A text in which the words of a query are marked where a word begins with them. */
export function marked(text: string, query: string): ReactNode {
  const words = query
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 1)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`((?<![\\p{L}\\d])(?:${words.join('|')})[\\p{L}\\d]*)`, 'iu'));
  // A split by a group has the matches at odd places.
  return parts.map((part, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
    <Fragment key={i}>{i % 2 === 1 ? <mark>{part}</mark> : part}</Fragment>
  ));
}
