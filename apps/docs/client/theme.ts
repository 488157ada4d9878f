import { chooseTheme, currentTheme, onThemeChange, type Theme } from '../../web/src/ui/theme.ts';

const isTheme = (value: string): value is Theme => ['system', 'light', 'dark'].includes(value);

/** System, light or dark. The choice is shared with the page. */
export function prepareThemeSwitch(): void {
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
