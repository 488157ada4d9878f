import { expect, test } from 'vitest';
import { repositoryUrl } from './repository.js';

test('the address is that of the root package.json, as a browser opens it', () => {
  expect(repositoryUrl({})).toMatch(/^https:\/\/[^/]+\/.+[^/](?<!\.git)$/);
});

test('VITE_REPOSITORY_URL overrides it', () => {
  expect(repositoryUrl({ VITE_REPOSITORY_URL: 'https://example.com/fork/' })).toBe(
    'https://example.com/fork',
  );
});

test('an empty VITE_REPOSITORY_URL hides the links', () => {
  expect(repositoryUrl({ VITE_REPOSITORY_URL: '' })).toBe('');
});

test('an address that no browser opens fails the build', () => {
  expect(() => repositoryUrl({ VITE_REPOSITORY_URL: 'javascript:alert(1)' })).toThrow(
    'VITE_REPOSITORY_URL=javascript:alert(1) is not a web address',
  );
});
