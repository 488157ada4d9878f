import { useId, useSyncExternalStore } from 'react';
import { chooseTheme, currentTheme, onThemeChange, type Theme } from './theme.ts';

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** System, light or dark. Any number of them on a page agree with each other. */
export function ThemeSwitch() {
  const name = useId();
  const current = useSyncExternalStore(onThemeChange, currentTheme, (): Theme => 'system');
  return (
    <fieldset className="theme">
      <legend className="sr">Theme</legend>
      {themes.map(([theme, word]) => (
        <label key={theme}>
          <input
            type="radio"
            name={name}
            value={theme}
            checked={theme === current}
            onChange={() => chooseTheme(theme)}
          />
          {word}
        </label>
      ))}
    </fieldset>
  );
}
