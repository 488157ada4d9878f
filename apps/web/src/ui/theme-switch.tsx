import { memo, useId, useSyncExternalStore } from 'react';
import { chooseTheme, currentTheme, onThemeChange, type Theme } from './theme.ts';

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** System, light or dark. All switches on a page stay in sync. */
export const ThemeSwitch = memo(function ThemeSwitch() {
  const name = useId();
  const current = useSyncExternalStore(onThemeChange, currentTheme, (): Theme => 'system');
  return (
    <fieldset className="theme">
      <legend className="sr">Theme</legend>
      {themes.map(([theme, label]) => (
        <label key={theme}>
          <input
            type="radio"
            name={name}
            value={theme}
            checked={theme === current}
            onChange={() => chooseTheme(theme)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
});
