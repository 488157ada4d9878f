import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { destinationPage } from './destinations.ts';
import { withInstallation } from './installation.ts';
import { entries, groups, ROOT, type Entry } from './structure.ts';

/** The Markdown of a page of the site. @param page its path without the extension */
export function markdownOf(page: string): string {
  if (page.startsWith('destinations/')) return destinationPage(page.replace('destinations/', ''));
  const file = page === 'security' ? 'SECURITY.md' : `docs/${page}.md`;
  return withInstallation(readFileSync(join(ROOT, file), 'utf8'));
}

const pathOf = ({ page }: Entry): string => `docs/${page}.html`;

const SUMMARY =
  'Catbird streams realistic mock events to real services, at the rate you choose: as a page, a command line and a library.';

/**
 * The index of the documentation for language models: https://llmstxt.org.
 *
 * @param descriptions by path: `docs/index.html`
 */
export function llmsText(descriptions: ReadonlyMap<string, string>): string {
  const line = (entry: Entry): string => {
    const path = pathOf(entry);
    return `- [${entry.title}](${path}): ${descriptions.get(path) ?? ''}`;
  };
  const sections = groups.map(({ title, entries }) => {
    const all = entries.flatMap((entry) => [entry, ...(entry.inside ?? [])]);
    return `## ${title}\n\n${all.map(line).join('\n')}\n`;
  });
  return [
    `# Catbird\n`,
    `> ${SUMMARY} All pages as one text: [llms-full.txt](llms-full.txt)\n`,
    ...sections,
  ].join('\n');
}

/** All pages of the documentation as one text, in reading order. */
export const llmsFullText = (): string =>
  entries.map((entry) => `<!-- ${pathOf(entry)} -->\n\n${markdownOf(entry.page).trim()}\n`).join('\n');
