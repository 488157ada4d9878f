// Run by Vitest before the tests. Random cases are the same in every run, so that a failure is one of the change under test and happens
// again. SEED=random tries others.
import fc from 'fast-check';
import { chai } from 'vitest';
import { measureCost } from './cost.ts';

if (process.env['SEED'] !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
// A proxy around each assertion finds misspelt ones, as the type checker does, in a third of its time.
chai.config.useProxy = false;
measureCost({ isLong: Boolean(process.env['CATBIRD_LONG']) });
