import { family, isBare } from './family.ts';
import { commitEntry } from './kernels/method/commit.ts';
import { commitDate } from './kernels/method/dates.ts';
import { textCell } from './kernels/method/pieces.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import { characters } from './kernels/text/characters.ts';
import { choice, date, extentOf, flag, isFlag, isOneOf, options, optionsIn, size } from './params.ts';

const LINE_ENDS = ['LF', 'CRLF'] as const;

const refDate = date('Latest date. Default: the event time');

/** Types of faker's `git` module. */
export const gitTypes = family('git', (faker) => faker.git, {
  branch: 'A branch name',
  commitMessage: 'A commit message',
  commitSha: {
    summary: 'A commit hash',
    takes: options({ length: size('Number of digits. Default 40') }),
    kernel([given = {}], scope) {
      const extent = extentOf((given as { length?: unknown }).length ?? 40);
      return extent && characters({ alphabet: ALPHABETS.HEX_LOWER, ...extent }, scope);
    },
  },
  commitDate: {
    summary: 'A commit date, as git log prints it',
    takes: options({ refDate }),
    usesTime: true,
    kernel: (args, scope) =>
      isBare(args) ? textCell(scope, (draws) => commitDate(draws, (ms) => ms), true) : undefined,
  },
  commitEntry: {
    summary: 'A commit, as git log prints it',
    takes: options({
      merge: flag('Merge commit. Default: one in five'),
      eol: choice(LINE_ENDS, 'Line endings. Default CRLF'),
      refDate,
    }),
    usesTime: true,
    kernel(args, scope) {
      const given = optionsIn(args);
      const { merge, eol = 'CRLF', refDate: reference } = given ?? {};
      const isUsual = isFlag(merge) && isOneOf(eol, LINE_ENDS) && reference === undefined;
      if (given === undefined || !isUsual) return undefined;
      return textCell(scope, (draws) => commitEntry(draws, { merge, eol: eol ?? 'CRLF' }), true);
    },
  },
});
