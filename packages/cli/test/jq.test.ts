import { execFileSync } from 'node:child_process';
import { templates } from '@catbird/engine';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../scripts/programs.js';
import { here } from './here.ts';

const jq = findProgram('jq');
if (jq === undefined) console.warn('SKIPPED: jq is not here (apt-get install jq)');
const ROWS = 1000;

describe.skipIf(jq === undefined)('jq reads the output of sample', () => {
  test.each(templates.map(({ name }) => [name]))('%s: a thousand objects and nothing else', async (name) => {
    const { out, code } = await here(['sample', '--template', name, '-n', String(ROWS)]);
    expect(code).toBe(0);
    const kinds = execFileSync(jq ?? 'jq', ['-r', 'type'], { input: out, encoding: 'utf8' });
    expect(kinds).toBe('object\n'.repeat(ROWS));
  });
});
