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

/** Words that say nothing of what is asked for. */
const STOP: ReadonlySet<string> = new Set(
  'a an and are at be by can do does for from how i in into is it my of on or the there to use using want what when where which why with you'.split(
    ' ',
  ),
);

/** Other words for what people ask for. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  aws: ['amazon', 'sns', 'sqs', 's3', 'kinesis'],
  bucket: ['s3', 'objects', 'blob'],
  broken: ['malformed'],
  delay: ['late', 'lag'],
  duplicate: ['duplicates', 'copies'],
  error: ['failed', 'rejected'],
  install: ['npx', 'npm'],
  invalid: ['malformed'],
  latency: ['lag'],
  login: ['credentials', 'token'],
  mock: ['realistic'],
  password: ['credentials', 'secret'],
  quota: ['429', 'limit'],
  resume: ['state', 'continue'],
  speed: ['rate', 'eps'],
  stop: ['limit', 'duration'],
  throttle: ['429', 'limit'],
};

/** Short words are often right: "cors" are no cores. */
const LEAST_FUZZY = 6;

/** Loads the sections of all pages and indexes them. */
export async function loadIndex(address: string): Promise<SearchIndex> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`Cannot load the search index: status ${response.status}.`);
  const sections: readonly Section[] = await response.json();
  return indexOf(sections);
}

/** Finds sections by the words of a question: those with all of them first, titles before text. */
export function indexOf(sections: readonly Section[]): SearchIndex {
  const index = new MiniSearch({
    idField: 'id',
    fields: ['title', 'page', 'text'],
    tokenize: words,
    searchOptions: {
      prefix: true,
      fuzzy: (term) => (term.length >= LEAST_FUZZY ? 0.15 : false),
      boost: { title: 4, page: 3 },
      boostDocument: (id) => (sections[Number(id)]?.page === 'API reference' ? 0.3 : 1),
    },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return {
    find(query, most) {
      const asked = query
        .toLowerCase()
        .split(/[\s?!,;%]+/)
        .filter((word) => word !== '');
      const telling = asked.filter((word) => !STOP.has(word));
      const queries = (telling.length > 0 ? telling : asked).map((word) => ({
        combineWith: 'OR' as const,
        queries: [word, ...(SYNONYMS[word] ?? [])],
      }));
      const all = index.search({ combineWith: 'AND', queries });
      const some = all.length >= most ? [] : index.search({ combineWith: 'OR', queries });
      const ids = new Set([...all, ...some].map(({ id }) => Number(id)));
      return [...ids].slice(0, most).flatMap((id) => sections[id] ?? []);
    },
  };
}
