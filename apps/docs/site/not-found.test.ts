import { expect, test } from 'vitest';
import { forAnyDepth } from './not-found.ts';

test('styles and scripts are requested from the root of every depth', () => {
  const page = forAnyDepth(
    '<head>\n  <link rel="stylesheet" href="assets/a.css">\n  <script src="theme.js"></script>\n</head>',
  );
  const hrefs = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, href]) => href);
  expect(hrefs).toEqual(
    ['assets/a.css', 'theme.js'].flatMap((file) => ['', '../', '../../', '../../../'].map((up) => up + file)),
  );
});

test('links of the page stay as they are', () => {
  const link = '<body><a href="docs/index.html">Documentation</a></body>';
  expect(forAnyDepth(link)).toBe(link);
});
