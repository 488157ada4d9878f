import { family } from './family.ts';
import { ALPHABETS } from './kernels/alphabets.ts';
import { characters } from './kernels/characters.ts';
import { extentOf } from './params.ts';

/** Types of faker's `git` module. */
export const gitTypes = family('git', (faker) => faker.git, {
  branch: "A branch's name",
  commitMessage: "A commit's message",
  commitSha: {
    summary: "A commit's hash",
    kernel([given = {}], scope) {
      const extent = extentOf((given as { length?: unknown }).length ?? 40);
      return extent && characters({ alphabet: ALPHABETS.HEX_LOWER, ...extent }, scope);
    },
  },
  commitDate: { summary: 'Date of a commit, in the form of a log', usesTime: true },
  commitEntry: { summary: 'A commit as a log shows it', usesTime: true },
});
