import { RE2JS } from 're2js';
import type { CompileRegex, Match } from './regex.ts';
import { groupsOf } from './syntax.ts';

/** Matches in time that is linear in the length of the text. */
export const compileRegex: CompileRegex = (pattern) => {
  const groups = groupsOf(pattern);
  const compiled = RE2JS.compile(pattern);
  return {
    groups,
    test: (text) => compiled.test(text),
    matches: (text) => matchesOf(compiled, text),
  };
};

function* matchesOf(compiled: RE2JS, text: string): Generator<Match> {
  const matcher = compiled.matcher(text);
  while (matcher.find())
    yield { start: matcher.start(), end: matcher.end(), group: (n) => matcher.group(n) ?? undefined };
}
