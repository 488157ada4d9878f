import { printable } from '@catbird/engine';

/** HTML that may stand in a page as it is. */
export interface Markup {
  readonly html: string;
}

const NAMES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text in which nothing is markup, and no character is invisible or reorders others. */
const escaped = (text: string): string =>
  printable(text)
    .toWellFormed()
    .replaceAll(/[<>&"']/g, (char) => NAMES[char] ?? char);

/** A template of HTML. All that is filled in is text, unless it is `Markup`. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Markup | readonly Markup[])[]
): Markup {
  const filled = values.map((value) => {
    if (typeof value === 'string') return escaped(value);
    if (typeof value === 'number') return String(value);
    return 'html' in value ? value.html : value.map((each) => each.html).join('');
  });
  return { html: parts.map((part, i) => part + (filled[i] ?? '')).join('') };
}

export const NOTHING: Markup = { html: '' };
