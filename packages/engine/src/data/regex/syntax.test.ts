import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RE2JS } from 're2js';
import { groupsOf } from './syntax.ts';

/** Why a pattern is invalid; undefined if it is valid. */
function reason(check: (pattern: string) => unknown, pattern: string): string | undefined {
  try {
    check(pattern);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test.each([
  ['(a)(?:b)(?<year>\\d{4})(?P<n>x)', ['', 'year', 'n']],
  ['\\(a\\)[()]', []],
  ['(?i)a(?s:.)(?-m)$', []],
  ['[]a-][^]b][[:alpha:]\\d\\x{1F426}-\\x{1F430}]', []],
  ['\\Q(a{2000}\\E+\\pL\\p{Greek}\\P{^Lu}\\012\\x7F\\.\\_', []],
  ['a{2,5}?b*?{x}{,3}{01}', []],
  ['(((a{10}){10}){10})', ['', '', '']],
])('%s has groups %j', (pattern, groups) => {
  expect(groupsOf(pattern)).toEqual(groups);
  expect(reason((text) => RE2JS.compile(text), pattern)).toBeUndefined();
});

test.each([
  ['(a)\\1', 'back references are not possible: \\1, at character 4'],
  ['(?<n>a)\\k<n>', 'back references are not possible: \\k, at character 8'],
  ['(?P<n>a)(?P=n)', 'back references are not possible, at character 9'],
  ['a(?=b)', 'look-aheads are not possible, at character 2'],
  ['(?<!a)b', 'look-behinds are not possible, at character 1'],
  ['(?>a)', 'atomic groups are not possible, at character 1'],
  ['a*+', 'possessive repetitions such as a*+ are not possible, at character 3'],
  ['a**', 'two repetitions in a row: **, at character 3'],
  ['a|*', 'nothing to repeat before *, at character 3'],
  ['a{1000000}', '{1000000} repeats more than 1,000 times, at character 2'],
  ['(a{100}){100}', 'repetitions in repetitions come to more than 1,000 with {100}, at character 9'],
  ['a{3,2}', '{3,2} has its counts in the wrong order, at character 2'],
  ['(a', 'missing ) for the (, at character 1'],
  ['a)', 'unexpected ), at character 2'],
  ['[a', 'missing ] for the [, at character 1'],
  ['[z-a]', 'the range z-a is in the wrong order, at character 2'],
  ['[a-\\d]', 'the range a-\\d ends with a class, at character 2'],
  ['[[:letter:]]', 'unknown class [:letter:], at character 2'],
  ['[\\b]', '\\b does not work in [ ], at character 2'],
  ['a\\', 'nothing follows the last \\, at character 2'],
  ['\\q', 'unknown escape: \\q, at character 1'],
  ['\\Z', 'the end of a text is \\z or $, not \\Z: \\Z, at character 1'],
  ['\\u20AC', 'a code point is \\x{20AC}, not \\u20AC: \\u, at character 1'],
  ['\\x{110000}', '\\x{110000} is no character of Unicode, at character 1'],
  ['\\p{Klingon}', 'unknown class of Unicode: \\p{Klingon}, at character 1'],
  ['(?<a-b>x)', 'the name of a group has letters, digits and _ between < and >, at character 1'],
  ['(?<a>x)(?<a>y)', 'a second group has the name a, at character 8'],
  ['(?z)', 'unknown group: write (…), (?:…), (?<name>…) or flags such as (?i), at character 1'],
])('%s is invalid: %s', (pattern, text) => {
  expect(reason(groupsOf, pattern)).toBe(`Error: ${text}`);
  expect(reason((given) => RE2JS.compile(given), pattern)).toBeDefined();
});

test('patterns that come to many steps are too large', () => {
  const large = '\\pL{1000}'.repeat(11);
  expect(reason(groupsOf, large)).toContain('the pattern is too large');
});

const PIECES =
  '( ) (?: (?<n> (?P<m> (?i) (?-s: | * + ? *? {2} {2,} {3,5} {0} {9,3} {1001} { {x . ^ $ a Z é 🐦 - ] [ [^ [a-z] [z-a] [[:digit:]] [[:x:]] \\d \\D \\w \\b \\B \\z \\A \\1 \\012 \\x41 \\x{41} \\x{ \\pL \\p{Greek} \\pQ \\p{ \\Qa( \\E \\. \\n \\q \\ (?= (?<= (?> , } :'.split(
    ' ',
  );

test('it accepts what the library accepts, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }), (pieces) => {
      const pattern = pieces.join('');
      const [ours, theirs] = [reason(groupsOf, pattern), reason((given) => RE2JS.compile(given), pattern)];
      expect([pattern, ours === undefined, ours ?? theirs]).toEqual([
        pattern,
        theirs === undefined,
        ours ?? theirs,
      ]);
      if (ours === undefined) expect(groupsOf(pattern)).toHaveLength(RE2JS.compile(pattern).groupCount());
    }),
    { numRuns: 3000 },
  );
});
