import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { causeOf, Retrying, whenText } from './retrying.tsx';

test.each([
  ['Tinybird returned 500: Internal error', 'Tinybird returns 500'],
  ['AWS SNS returned 400 (Throttled): Slow\ndown', 'AWS SNS returns 400'],
  ['No response from api.tinybird.co', 'No response from api.tinybird.co'],
])('the cause of "%s" is "%s"', (message, cause) => {
  expect(causeOf({ message })).toBe(cause);
});

test.each([
  [{ nextMs: 2400, giveUpMs: 23_100 }, 'Next try in 3 s, giving up in 24 s'],
  [{ nextMs: 0, giveUpMs: 1 }, 'Trying now, giving up in 1 s'],
  [
    { nextMs: 100, giveUpMs: 29_000, attemptsLeft: 2 },
    'Next try in 1 s, giving up in 29 s or after 2 more attempts',
  ],
  [{ nextMs: 0, giveUpMs: 29_000, attemptsLeft: 1 }, 'Trying now, giving up in 29 s or after 1 more attempt'],
])('%j is "%s"', (when, text) => {
  expect(whenText(when)).toBe(text);
});

test.each([
  ['No response within 10 seconds', undefined, false],
  ['Tinybird returned 500', 'Internal error', true],
  ['Tinybird returned 500: Internal error', undefined, true],
])('details beyond the title are quoted: "%s" with %s', (message, detail, isQuoted) => {
  const error = { kind: 'timeout', message, detail, atMs: 0, retried: true } as const;
  const when = { nextMs: 0, giveUpMs: 28_000 };
  const markup = renderToStaticMarkup(
    createElement(Retrying, {
      retrying: when,
      error: { ...error, status: undefined, code: undefined, hint: undefined },
    }),
  );
  expect(markup.includes('<blockquote>')).toBe(isQuoted);
});
