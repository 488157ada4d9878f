/** On narrow screens the list of pages opens with a button. */
export function prepareMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('.menu');
  if (button === null) return;
  document.documentElement.classList.add('has-menu');
  button.hidden = false;
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!isOpen));
  });
  // The page at hand is in view in a long list.
  const pages = document.querySelector('.pages');
  const current = pages?.querySelector<HTMLElement>('[aria-current]');
  if (pages && current && current.offsetTop > pages.clientHeight) pages.scrollTop = current.offsetTop - 120;
}
