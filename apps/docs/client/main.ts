import { chooseTheme, currentTheme, onThemeChange, type Theme } from '../../web/src/ui/theme.ts';
import { prepareSearch } from './search.ts';
import './docs.css';

/** The button that opens the list of pages on narrow screens. */
function prepareMenu(): void {
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

/** The build folder. This script is in its `assets`. */
const ROOT = new URL(/* @vite-ignore */ '..', import.meta.url);

/** Corrects the links of the page for missing addresses, which a host serves at any depth. */
function prepareNotFound(): void {
  if (document.querySelector('[data-not-found]') === null) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const address = link.getAttribute('href') ?? '';
    if (!address.startsWith('#')) link.href = new URL(address, ROOT).href;
  }
  const search = document.querySelector<HTMLElement>('[data-search]');
  if (search?.dataset['search'] !== undefined)
    search.dataset['search'] = new URL(search.dataset['search'], ROOT).href;
}

const isTheme = (value: string): value is Theme => ['system', 'light', 'dark'].includes(value);

/** System, light or dark. The choice is shared with the page. */
function prepareThemeSwitch(): void {
  const fieldset = document.querySelector<HTMLFieldSetElement>('[data-theme-switch]');
  if (fieldset === null) return;
  const inputs = [...fieldset.querySelectorAll('input')];
  const show = () => {
    for (const input of inputs) input.checked = input.value === currentTheme();
  };
  for (const input of inputs)
    input.addEventListener('change', () => {
      if (isTheme(input.value)) chooseTheme(input.value);
    });
  onThemeChange(show);
  show();
  fieldset.hidden = false;
}

/** Filters the table of generator types by the words in its field. A row must contain all of them. */
function prepareCatalogue(): void {
  const find = document.querySelector<HTMLElement>('[data-find]');
  const input = find?.querySelector('input');
  const count = find?.querySelector('[data-count]');
  if (!find || !input || !count) return;
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('.catalogue tbody tr')].map((row) => ({
    row,
    text: row.textContent.toLowerCase(),
  }));
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown++;
    }
    count.textContent = shown === 1 ? '1 type' : `${shown} types`;
  };
  input.addEventListener('input', filter);
  find.hidden = false;
  filter();
}

// Pages are complete without this script; controls that need it are hidden until it runs.
prepareNotFound();
prepareMenu();
prepareThemeSwitch();
prepareSearch();
prepareCode();
prepareCatalogue();

const FEEDBACK_MS = 2000;

/** Replaces a button's label for two seconds. */
function flash(button: HTMLButtonElement, text: string): void {
  const label = (button.dataset['label'] ??= button.textContent);
  button.textContent = text;
  setTimeout(() => (button.textContent = label), FEEDBACK_MS);
}

const textOf = (frame: Element): string => `${frame.querySelector('pre')?.textContent.trimEnd() ?? ''}\n`;

async function copy(button: HTMLButtonElement, frame: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(textOf(frame));
    flash(button, 'Copied');
  } catch {
    flash(button, 'Not copied');
  }
}

/** Shows rows below a schema, with a new seed each time. The engine loads on the first press. */
async function run(button: HTMLButtonElement, frame: Element): Promise<void> {
  let rows = frame.querySelector('output');
  if (rows === null) {
    rows = document.createElement('output');
    rows.tabIndex = 0;
    frame.append(rows);
  }
  try {
    const { sampleOf } = await import('./sample.ts');
    rows.textContent = await sampleOf(textOf(frame));
    button.textContent = 'Run it again';
  } catch (error) {
    rows.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Enables the copy buttons, and "Run it" on schemas. */
function prepareCode(): void {
  for (const frame of document.querySelectorAll('.code')) {
    const copyButton = frame.querySelector<HTMLButtonElement>('[data-copy]');
    if (copyButton !== null) {
      copyButton.hidden = false;
      copyButton.addEventListener('click', () => void copy(copyButton, frame));
    }
    const runButton = frame.querySelector<HTMLButtonElement>('[data-rows]');
    if (runButton !== null) {
      runButton.hidden = false;
      runButton.addEventListener('click', () => void run(runButton, frame));
    }
  }
}
