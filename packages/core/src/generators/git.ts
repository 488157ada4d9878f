import { family } from './family.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import { characters } from './kernels/text/characters.ts';
import { choice, date, extentOf, flag, options, size } from './params.ts';

const refDate = date("Latest date. Default: the event's time");

/** Types of faker's `git` module. */
export const gitTypes = family('git', (faker) => faker.git, {
  branch: "A branch's name",
  commitMessage: "A commit's message",
  commitSha: {
    summary: "A commit's hash",
    takes: options({ length: size('Digits. Default 40') }),
    kernel([given = {}], scope) {
      const extent = extentOf((given as { length?: unknown }).length ?? 40);
      return extent && characters({ alphabet: ALPHABETS.HEX_LOWER, ...extent }, scope);
    },
  },
  commitDate: {
    summary: 'Date of a commit, in the form of a log',
    takes: options({ refDate }),
    usesTime: true,
  },
  commitEntry: {
    summary: 'A commit as a log shows it',
    takes: options({
      merge: flag('A merge. Default: one in five'),
      eol: choice(['LF', 'CRLF'], 'Line ends. Default CRLF'),
      refDate,
    }),
    usesTime: true,
  },
});
