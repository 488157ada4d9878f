/** The folder that holds page and documentation: scripts lie in its `assets`. */
const ROOT = new URL('..', import.meta.url);

/** Makes the links of the "page not found" page work at any depth, since a host serves it for every missing address. */
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
