/** Light, dark, or as the system says. */
export type Theme = 'system' | 'light' | 'dark';

/** Where the choice is kept; `public/theme.js` reads it before the first paint. */
const storageKey = 'theme';

/** The theme chosen now. The root's `data-theme` is its only home. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Puts a theme on, and keeps it for the next visit where the browser lets it. */
export function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is forbidden here: the choice holds until the page is closed.
  }
}

/** Calls back when the page's colours change, by the switch or by the system. Returns what ends it. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
