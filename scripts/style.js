// Run by `npm run check`: finds awkward phrases in text, comments and messages, and prints what to write instead.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './command.js';

/** @type {readonly (readonly [phrase: RegExp, instead: string])[]} */
const PHRASES = [
  [/\bthere is no \S+ here\b/i, 'Unknown …, or … is missing'],
  [/\b(that|what|than|as) there (is|are)\b(?! (a|an|no)\b)/i, 'the existing …, or leave it out'],
  [/\bthat (is|are) there\b(?! to\b)/i, 'existing'],
  [/\b(is|are|be) there already\b/i, 'existing, or exists'],
  [/\b(is|are|was|were|be) (said|told|spoken of)\b/i, 'is printed, reported or shown'],
  [/\btells? (whether|how|when|which|where|why)\b/i, 'reports, shows or returns …'],
  [/\bas they are anyway\b/i, 'that differ from their defaults'],
  [/\bthan (was )?asked\b/i, 'than requested, or can’t keep up'],
  [/\b(exactly|at most|within|no more than) so many\b/i, 'this many, or the number'],
  [/\bgo(es)? (its|their) ways?\b/i, 'follow plausible paths'],
  [/\botherwise than\b/i, 'differently from, or not by'],
  [/\bat the rate you ask\b/i, 'at the rate you choose'],
  [/\bwho (waits|looks|may look)\b/i, 'waiters, or the reader'],
  [/\bwhat (keeps|follows when|shall)\b/i, 'a noun: failures, faults, …'],
  [/\bof the present\b/i, 'current'],
  [/\bto be had\b/i, 'available'],
  [/\bin vain\b/i, 'without success'],
  [/\bthe other way round\b/i, 'the other way around'],
  [/\bas is due\b|\bowes?\b/i, 'must, or promises'],
  [/\b(it|this) has to do\b/i, 'is enough'],
  [/\bbefore all others\b/i, 'first'],
  [/\bin words\b/i, 'with a clear message'],
  [/\bgives? back\b/i, 'returns'],
  [/\bfrom outside of\b/i, 'from outside'],
];

/** Quotes others, or is generated from text that is checked. */
const SKIPPED =
  /^(docs\/(specification\.md|types\/|templates\/)|package-lock\.json|scripts\/style\.js|.*(__snapshots__|golden))/;
const TEXT = /\.(md|ts|tsx|js|vue|html|yml)$/;

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((name) => TEXT.test(name) && !SKIPPED.test(name));

let found = 0;
for (const file of files) {
  for (const [index, line] of readFileSync(join(ROOT, file), 'utf8').split('\n').entries()) {
    for (const [phrase, instead] of PHRASES) {
      const [words] = phrase.exec(line) ?? [];
      if (words === undefined) continue;
      found++;
      console.log(`${file}:${index + 1}: “${words}”. Write: ${instead}`);
    }
  }
}
if (found > 0) process.exitCode = 1;
