import { describe, expect, test } from 'vitest';
import { headersFile, headersOf, parseHeadersFile, withPolicyInside } from './security-headers.js';

const SCRIPT = 'https://analytics.example/flock.js';
const policyOf = (path: string, script?: string): string =>
  headersOf(path, script)['Content-Security-Policy'] ?? '';

describe('the policy', () => {
  test.each(['/', '/index.html', '/assets/run.worker-a1b2c3d4.js'])('allows no eval in %s', (path) => {
    expect(policyOf(path)).toContain(
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self';",
    );
    expect(policyOf(path)).not.toMatch(/unsafe|nonce|data:|blob:|\*(?=;| )(?<!:\*)/);
  });

  test.each(['/', '/assets/run.worker-a1b2c3d4.js'])(
    'makes neither markup nor scripts of text in %s, but for the address of the worker',
    (path) => {
      expect(policyOf(path)).toContain("require-trusted-types-for 'script'; trusted-types catbird-worker");
      expect(policyOf(path)).not.toContain('allow-duplicates');
    },
  );

  test('lets events go to any https host and to this machine only over http', () => {
    expect(policyOf('/')).toContain('connect-src https: http://localhost:* http://127.0.0.1:*;');
  });

  test("names the analytics script's host in the analytics frame and nowhere else", () => {
    expect(policyOf('/analytics.html', SCRIPT)).toContain("script-src 'self' https://analytics.example;");
    expect(policyOf('/analytics.html', SCRIPT)).toContain('sandbox allow-scripts');
    expect(policyOf('/', SCRIPT)).toBe(policyOf('/'));
  });

  test.each(['/docs/', '/docs/types/number.html', '/404.html'])(
    'allows nothing inline, foreign or evaluated in %s',
    (path) => {
      expect(policyOf(path)).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policyOf(path)).toContain("connect-src 'self';");
      expect(policyOf(path)).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
      expect(policyOf(path)).not.toMatch(/unsafe|nonce|sha256|data:|blob:|\*|https?:/);
      expect(policyOf(path, SCRIPT)).toBe(policyOf(path));
    },
  );

  test('lets the analytics frame reach nobody unless a script is configured', () => {
    expect(policyOf('/analytics.html')).toContain("script-src 'self'; connect-src 'none'");
  });
});

describe('the _headers file', () => {
  const text = headersFile(
    ['index.html', 'analytics.html', 'theme.js', 'assets', '_headers', '.vite'],
    SCRIPT,
  );
  const headersFrom = parseHeadersFile(text);

  test.each(['/', '/index.html', '/analytics.html', '/theme.js', '/docs/', '/docs/types/number.html'])(
    'says for %s what the policy says',
    (path) => {
      expect(headersFrom(path)).toEqual(headersOf(path, SCRIPT));
    },
  );

  test('has one rule for all hashed files', () => {
    expect(headersFrom('/assets/index-a1b2c3d4.js')).toEqual(headersOf('/assets/index-a1b2c3d4.js'));
  });

  test('has no two rules for one path, since hosts would join their values', () => {
    const paths = text.split('\n').filter((line) => line.startsWith('/'));
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).not.toContain('/*');
    expect(headersFrom('/elsewhere')).toBeUndefined();
  });
});

describe('the policy inside a document', () => {
  const html =
    '<!doctype html><html><head><meta charset="utf-8" /><script src="x.js"></script></head></html>';

  test('stands before the first script, without what only a header can say', () => {
    const out = withPolicyInside(html, '/index.html', SCRIPT);
    expect(out.indexOf('http-equiv')).toBeLessThan(out.indexOf('<script'));
    expect(out.indexOf('charset')).toBeLessThan(out.indexOf('http-equiv'));
    expect(out).not.toMatch(/frame-ancestors|sandbox/);
  });

  test('needs a head', () => {
    expect(() => withPolicyInside('<p>', '/x.html')).toThrow('/x.html has no <head>');
  });

  test("leaves the analytics frame without one, where 'self' would be nobody, and names no referrer there", () => {
    const out = withPolicyInside('<!doctype html><head></head>', '/analytics.html', SCRIPT);
    expect(out).not.toContain('http-equiv');
    expect(out).toContain('<meta name="referrer" content="no-referrer" />');
  });
});
