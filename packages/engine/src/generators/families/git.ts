import { family } from './family.ts';
import { ALPHABETS } from '../kernels/text/alphabets.ts';
import { characters } from '../kernels/text/characters.ts';
import { choice, date, extentOf, flag, options, size } from './params.ts';

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
  },
  commitEntry: {
    summary: 'A commit, as git log prints it',
    takes: options({
      merge: flag('Merge commit. Default: one in five'),
      eol: choice(['LF', 'CRLF'], 'Line endings. Default CRLF'),
      refDate,
    }),
    usesTime: true,
  },
});
