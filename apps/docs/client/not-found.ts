/** The build folder. This script is in its `assets`. */
const ROOT = new URL(/* @vite-ignore */ '..', import.meta.url);

/** Corrects the links of the page for missing addresses, which a host serves at any depth. */
export function prepareNotFound(): void {
  if (document.querySelector('[data-not-found]') === null) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const address = link.getAttribute('href') ?? '';
    if (!address.startsWith('#')) link.href = new URL(address, ROOT).href;
  }
  const search = document.querySelector<HTMLElement>('[data-search]');
  if (search?.dataset['search'] !== undefined)
    search.dataset['search'] = new URL(search.dataset['search'], ROOT).href;
}
