import MiniSearch from 'minisearch';
import type { Section } from '../site/search.ts';

/** A loaded search index. */
export interface SearchIndex {
  find(query: string, most: number): readonly Section[];
}

/** Also splits names at dots and capitals: "element" finds `helpers.arrayElement`. */
const words = (text: string): string[] =>
  text.split(/[\s.,:;()[\]{}"'`/|=→·-]+/).flatMap((word) => {
    const parts = word.split(/(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });

/** Loads the sections of all pages and indexes them. */
export async function loadIndex(address: string): Promise<SearchIndex> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`Cannot load the search index: status ${response.status}.`);
  const sections: readonly Section[] = await response.json();
  const index = new MiniSearch({ idField: 'id', fields: ['title', 'page', 'text'], tokenize: words });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return {
    find: (query, most) =>
      index
        .search(query, { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, page: 2 } })
        .slice(0, most)
        .flatMap(({ id }) => sections[Number(id)] ?? []),
  };
}
