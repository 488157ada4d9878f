import { Fragment } from 'react';
import { highlighted } from './highlight.ts';

/** Characters shown of a row; a browser takes seconds to lay out a million. */
const MAX_SHOWN = 20_000;

const numbers = new Intl.NumberFormat('en-US');

/** Highlighted JSON. */
export const RowText = ({ text }: { readonly text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
  <pre className="sample code" tabIndex={0} role="group" aria-labelledby="preview-title">
    {highlighted(shown(text)).map((line, i) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
      <span key={i}>
        {line.map((token, j) =>
          // oxlint-disable-next-line react/no-array-index-key -- tokens have no other identity
          token.className === undefined ? (
            <Fragment key={j}>{token.text}</Fragment>
          ) : (
            <span key={j} className={token.className}>
              {token.text}
            </span>
          ),
        )}
      </span>
    ))}
  </pre>
);

/** The part of a text that is shown. */
export const shown = (text: string): string =>
  text.length <= MAX_SHOWN
    ? text
    : `${text.slice(0, MAX_SHOWN).toWellFormed()}… and ${numbers.format(text.length - MAX_SHOWN)} more characters`;
