import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { placeOf, ROOT } from './structure.ts';

/** The site, as links of Markdown files see it. */
export interface Site {
  /** Whether a path such as `types/number.md` is a page. */
  readonly isPage: (page: string) => boolean;
  /** The repository's address; empty if it is not public. */
  readonly repository: string;
}

/**
 * The target of a link on the site: a page, or else the file in the repository. Undefined if the repository is not public.
 *
 * @param file the Markdown file with the link, relative to the repository's root
 * @throws Error if the link's target does not exist
 */
export function linkOnSite(href: string, file: string, { isPage, repository }: Site): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [path = '', ...fragment] = href.split(/(?=#)/);
  const target = posix.join(posix.dirname(file), path);
  if (target.startsWith('..') || !existsSync(ROOT + target))
    throw new Error(`${file} links to ${href}, which does not exist.`);
  const page = placeOf(target);
  if (page.endsWith('.md') && isPage(page)) return `/${page}${fragment.join('')}`;
  return repository === '' ? undefined : `${repository}/blob/main/${target}${fragment.join('')}`;
}
