import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, ROOT } from './sources.ts';

const SOURCE = /(?<!\.test|\.spec)\.tsx?$/;

/** What a connection test says of a service, which is no mistake of a person. */
const CONNECTION_TESTS = /(-connection|\/connection|connection-test|destinations\/(response|error))\.tsx?$/;

/** `ok: false` up to the next brace: a value or a type. */
const INVALID = /\bok: false\b[^}]*/g;

test('what a person got wrong has one shape: ok: false, with issues', () => {
  const files = ['packages', 'apps/web/src'].flatMap((folder) =>
    filesBelow(folder, SOURCE).filter((file) => !file.includes('/test/')),
  );
  const found = files.flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(INVALID), ([text]) => ({ file, text })),
  );
  expect(found.length).toBeGreaterThan(50);
  const bare = found.filter(({ file, text }) => !text.includes('issues') && !CONNECTION_TESTS.test(file));
  expect(bare).toEqual([]);
});
