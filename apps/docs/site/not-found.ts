/** How deep a missing address may lie: `a/b/c/missing` is three folders below the root. */
const MAX_DEPTH = 3;

/** A line of the head that loads a file. */
const LOADING = /^ *<(?:link rel="(?:stylesheet|icon)"|script)[^>]*(?:href|src)="[^"]*"[^>]*>.*$/gm;

/**
 * The page for missing addresses, which a host serves at any depth of any folder. Its styles and scripts are therefore
 * requested from each possible root; `client/not-found.ts` then corrects the links.
 *
 * @param html the page, with addresses relative to the root
 */
export const forAnyDepth = (html: string): string =>
  html.replaceAll(LOADING, (line) =>
    Array.from({ length: MAX_DEPTH + 1 }, (_, depth) =>
      line.replace(/((?:href|src)=")/, `$1${'../'.repeat(depth)}`),
    ).join('\n'),
  );
