import { Fragment } from 'react';
import { inked } from './inked.ts';

/** Most characters of a row that are shown; a browser takes seconds to lay out a million. */
const MOST_SHOWN = 20_000;

const numbers = new Intl.NumberFormat('en-US');

/** JSON with its colours. */
export const RowText = ({ text }: { readonly text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so that the keyboard must reach it
  <pre className="sample code" tabIndex={0} role="group" aria-labelledby="preview-title">
    {inked(shown(text)).map((line, i) => (
      // oxlint-disable-next-line react/no-array-index-key -- a line is its place
      <span key={i}>
        {line.map((part, j) =>
          // oxlint-disable-next-line react/no-array-index-key -- a part is its place
          part.ink === undefined ? (
            <Fragment key={j}>{part.text}</Fragment>
          ) : (
            <span key={j} className={part.ink}>
              {part.text}
            </span>
          ),
        )}
      </span>
    ))}
  </pre>
);

/** As much of a text as is shown. */
export const shown = (text: string): string =>
  text.length <= MOST_SHOWN
    ? text
    : `${text.slice(0, MOST_SHOWN).toWellFormed()}… and ${numbers.format(text.length - MOST_SHOWN)} more characters`;
