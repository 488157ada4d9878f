import MiniSearch from 'minisearch';
import type { Section } from '../site/search.ts';

/** What can be searched for. */
export interface SearchIndex {
  find(query: string, most: number): readonly Section[];
}

/** Also cuts names at their dots and capitals: "element" finds `helpers.arrayElement`. */
const words = (text: string): string[] =>
  text.split(/[\s.,:;()[\]{}"'`/|=→·-]+/).flatMap((word) => {
    const parts = word.split(/(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });

/** Loads the sections of all pages and prepares to search them. */
export async function loadIndex(address: string): Promise<SearchIndex> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The search index answered ${response.status}.`);
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
