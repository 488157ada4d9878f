import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { placeOf, ROOT } from './structure.ts';

/** What a link of a Markdown file needs to know about the site. */
export interface Site {
  /** Whether a path such as `types/number.md` is a page. */
  readonly isPage: (page: string) => boolean;
  /** The repository's address; empty: it is not public. */
  readonly repository: string;
}

/**
 * Where a link leads on the site: to a page, or to the file in the repository. Undefined where the repository is not public.
 *
 * @param file the Markdown file that holds the link, relative to the root
 * @throws Error when the link leads to a file that does not exist
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
