import type { Section } from '../site/search.ts';
import type { SearchIndex } from './search-index.ts';

const MAX_RESULTS = 12;
const EXCERPT_CHARACTERS = 110;
const CONTEXT_CHARACTERS = 30;

/** The part of a text around the first match, starting at a word. */
function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place >= 0);
  const first = Math.min(...places);
  if (places.length === 0 || first <= CONTEXT_CHARACTERS) return text.slice(0, EXCERPT_CHARACTERS);
  const start = text.indexOf(' ', first - CONTEXT_CHARACTERS) + 1;
  return `…${text.slice(start, start + EXCERPT_CHARACTERS)}`;
}

function resultItem(base: string, { href, title, page, text }: Section, words: readonly string[]) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = base + href;
  const parts = [
    ['strong', title],
    ['small', page],
    ['span', excerpt(text, words)],
  ] as const;
  for (const [name, content] of parts) {
    if (content === '') continue;
    const part = document.createElement(name);
    part.textContent = content;
    link.append(part);
  }
  item.append(link);
  return item;
}

/** The search field: `/` focuses it, the arrow keys move through the results, Escape closes them. */
export function prepareSearch(): void {
  const search = document.querySelector<HTMLElement>('[data-search]');
  const input = search?.querySelector('input');
  const list = search?.querySelector<HTMLElement>('[data-results]');
  const count = search?.querySelector('[data-count]');
  const home = document.querySelector<HTMLAnchorElement>('.brand');
  if (!search || !input || !list || !count || !home) return;

  let index: Promise<SearchIndex> | undefined;
  const load = () =>
    (index ??= import('./search-index.ts').then(({ loadIndex }) =>
      loadIndex(search.dataset['search'] ?? ''),
    ));

  const show = async () => {
    const query = input.value.trim();
    const found = query === '' ? [] : (await load()).find(query, MAX_RESULTS);
    if (query !== input.value.trim()) return;
    list.replaceChildren(...found.map((each) => resultItem(home.href, each, query.split(/\s+/))));
    list.hidden = found.length === 0;
    count.textContent = query === '' ? '' : found.length === 0 ? 'No results' : `${found.length} results`;
    search.classList.toggle('is-empty', query !== '' && found.length === 0);
  };
  const close = () => {
    list.hidden = true;
    search.classList.remove('is-empty');
  };
  const move = (step: number) => {
    const stops = [input, ...list.querySelectorAll('a')];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  };

  input.addEventListener('focus', () => void load());
  input.addEventListener('input', () => void show());
  search.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape') {
      close();
      input.focus();
    } else if (event.key === 'Enter' && event.target === input) {
      // Before the index has loaded, too.
      void show().then(() => list.querySelector('a')?.click());
    } else return;
    event.preventDefault();
  });
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && search.contains(relatedTarget))) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
  search.hidden = false;
}
