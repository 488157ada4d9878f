/** The button that opens the list of pages on narrow screens. */
export function prepareMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('.menu');
  if (button === null) return;
  document.documentElement.classList.add('has-menu');
  button.hidden = false;
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!isOpen));
  });
  // Scroll a long list to the current page.
  const pages = document.querySelector('.pages');
  const current = pages?.querySelector<HTMLElement>('[aria-current]');
  if (pages && current && current.offsetTop > pages.clientHeight) pages.scrollTop = current.offsetTop - 120;
}
