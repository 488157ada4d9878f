// Run by Vitest before the tests. Random cases are the same in every run, so that a failure is one of the change under test and happens
// again. SEED=random tries others.
import fc from 'fast-check';

if (process.env['SEED'] !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
