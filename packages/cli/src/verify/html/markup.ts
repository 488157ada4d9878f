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

/** A page of one file, which loads nothing and runs nothing. @param madeBy the last sentence */
export function htmlPage(title: string, body: Markup, madeBy: string): string {
  const styles: Markup = { html: STYLES };
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${title}</title>
        <style>
          ${styles}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
        <p class="soft">${madeBy}</p>
      </body>
    </html> `;
  return page.html;
}

/** A list with an item for each line. */
export const listOf = (lines: readonly string[]): Markup =>
  html`<ul>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;

/** The styles of the page. Colours follow the reader's system. */
const STYLES = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1d22; --soft: #5b616e; --line: #d9dce3; --right: #3a9a78; --changed: #d08700; --missing: #c8325a; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --ink: #e8eaef; --soft: #a0a7b4; --line: #353a44; --right: #3f9d7d; --changed: #e7a83c; --missing: #f0688c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 1.5rem; }
h2 { font-size: 1.25rem; margin: 0; }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
section { border: 1px solid var(--line); border-radius: .5rem; padding: 1.25rem; margin-bottom: 1.5rem; }
p { margin: .4rem 0; max-width: 46rem; }
.soft { color: var(--soft); overflow-wrap: anywhere; }
.verdict { display: inline-block; border: 2px solid currentColor; border-radius: 1rem; padding: 0 .6rem; margin-left: .5rem; font-size: .875rem; font-weight: 600; vertical-align: .1rem; }
.verdict.right { color: var(--right); } .verdict.wrong, .verdict.none { color: var(--missing); }
figure { margin: 1.25rem 0 0; }
svg { display: block; width: 100%; height: 3.5rem; border-radius: .25rem; }
rect.right { fill: var(--right); } rect.changed { fill: var(--changed); } rect.missing { fill: var(--missing); } rect.none { fill: var(--line); }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; margin-top: .35rem; color: var(--soft); font-size: .875rem; }
.legend i { display: inline-block; width: .7rem; height: .7rem; border-radius: .15rem; margin: 0 .25rem 0 .6rem; }
i.right { background: var(--right); } i.changed { background: var(--changed); } i.missing { background: var(--missing); }
ul { margin: .25rem 0; padding-left: 1.1rem; }
li { overflow-wrap: anywhere; white-space: pre-wrap; }
.checks { border-collapse: collapse; width: 100%; max-width: 34rem; }
.checks th, .checks td { text-align: left; padding: .35rem 1rem .35rem 0; border-top: 1px solid var(--line); font-weight: 400; }
.checks td.number { text-align: right; font-variant-numeric: tabular-nums; }
.wrong-text { color: var(--missing); font-weight: 600; }
@media (max-width: 40rem) { .legend { order: 1; width: 100%; } .legend i:first-child { margin-left: 0; } section { padding: 1rem .75rem; } .checks th, .checks td { padding-right: .5rem; } }
`;
