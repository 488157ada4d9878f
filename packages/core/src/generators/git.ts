import { family } from './family.ts';

/** Types of faker's `git` module. */
export const gitTypes = family('git', (faker) => faker.git, {
  branch: "A branch's name",
  commitMessage: "A commit's message",
  commitSha: "A commit's hash",
  commitDate: { summary: 'Date of a commit, in the form of a log', usesTime: true },
  commitEntry: { summary: 'A commit as a log shows it', usesTime: true },
});
