import { expect, test } from 'vitest';
import { linkOnSite } from './links.ts';

const site = {
  isPage: (page: string) => ['types/number.md', 'security.md'].includes(page),
  repository: 'https://x.y/z',
};

test.each([
  ['types/number.md#numberint', 'docs/schema.md', '/types/number.md#numberint'],
  ['../types/number.md', 'docs/types/string.md', '/types/number.md'],
  ['../SECURITY.md', 'docs/deploy.md', '/security.md'],
  ['docs/types/number.md', 'SECURITY.md', '/types/number.md'],
  ['../examples/shop.yaml', 'docs/cli.md', 'https://x.y/z/blob/main/examples/shop.yaml'],
  ['conformance.md#errors', 'docs/schema.md', 'https://x.y/z/blob/main/docs/conformance.md#errors'],
  ['https://example.com', 'docs/schema.md', 'https://example.com'],
  ['#a-field', 'docs/schema.md', '#a-field'],
])('%s in %s leads to %s', (href, file, target) => {
  expect(linkOnSite(href, file, site)).toBe(target);
});

test('a link to a file that does not exist is an error that names both', () => {
  expect(() => linkOnSite('nothing.md', 'docs/schema.md', site)).toThrow(
    'docs/schema.md links to nothing.md, which does not exist.',
  );
  expect(() => linkOnSite('../../elsewhere.md', 'docs/schema.md', site)).toThrow('does not exist');
});

test('files of a repository that is not public have no link', () => {
  expect(linkOnSite('../examples/shop.yaml', 'docs/cli.md', { ...site, repository: '' })).toBeUndefined();
});
