import { posix } from 'node:path';

/** The possible targets of links. */
export interface Built {
  /** HTML of the pages, by path in the build folder. */
  readonly pages: ReadonlyMap<string, string>;
  /** Whether a file exists in the build folder. */
  readonly hasFile: (path: string) => boolean;
}

const HREF = /\s(?:href|src)="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;

const decoded = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** Local links to missing pages, files or headings, each as `page: address`. */
export function brokenLinks({ pages, hasFile }: Built): readonly string[] {
  const ids = new Map(
    [...pages].map(([path, html]) => [path, new Set([...html.matchAll(ID)].map(([, id = '']) => id))]),
  );
  const isBroken = (from: string, address: string): boolean => {
    const [beforeFragment = '', fragment = ''] = address.split('#', 2);
    const [path = ''] = beforeFragment.split('?', 1);
    const joined = path === '' ? from : posix.join(posix.dirname(from), path);
    const target = joined === './' || joined.endsWith('/') ? posix.join(joined, 'index.html') : joined;
    if (target.startsWith('..') || target.startsWith('/')) return true;
    const anchors = ids.get(target);
    if (anchors === undefined) return !hasFile(target);
    return fragment !== '' && !anchors.has(decodeURIComponent(fragment));
  };
  return [...pages].flatMap(([from, html]) =>
    [...html.matchAll(HREF)]
      .map(([, address = '']) => decoded(address))
      .filter((address) => !/^[a-z]+:/i.test(address) && isBroken(from, address))
      .map((address) => `${from}: ${address}`),
  );
}
