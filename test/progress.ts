// Used by vitest.config.ts for `npm test`: prints a line for each file as it ends, failures at once, and at the end what costs too much.
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { LIMITS } from './cost.ts';

/** How many of the costliest files and tests are named. */
const NAMED = 20;

const inSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** What a test or a file cost. */
interface Cost {
  readonly name: string;
  readonly seconds: number;
}

/** What used more than it may, the costliest first. */
export function costly(what: keyof typeof LIMITS, costs: readonly Cost[]): string[] {
  const over = costs.filter(({ seconds }) => seconds > LIMITS[what]).sort((a, b) => b.seconds - a.seconds);
  if (over.length === 0) return [];
  const lines = over.slice(0, NAMED).map(({ name, seconds }) => `  ${inSeconds(seconds)}  ${name}`);
  if (over.length > NAMED) lines.push(`  and ${over.length - NAMED} more`);
  return [`A ${what} should use at most ${LIMITS[what]} s of CPU time. More used:`, ...lines];
}

const costsOf = (modules: readonly TestModule[]) => ({
  file: modules.map((each) => ({ name: each.relativeModuleId, seconds: each.meta().cpuSeconds ?? 0 })),
  test: modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      name: `${module.relativeModuleId} > ${test.fullName}`,
      seconds: test.meta().cpuSeconds ?? 0,
    })),
  ),
});

/** What became of a file, in a line. */
function summaryOf(module: TestModule): string {
  const tests = [...module.children.allTests()];
  const skipped = tests.filter((test) => test.result().state === 'skipped').length;
  const parts = [
    `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `${inSeconds(module.meta().cpuSeconds ?? 0)} CPU`,
  ];
  return `${module.ok() ? 'ok  ' : 'FAIL'} ${module.relativeModuleId} (${parts.join(', ')})`;
}

/** Vitest's reporter for a run of all tests. It leaves out what passing tests print. */
export function progress(): Reporter {
  let vitest: Vitest | undefined;
  let files = 0;
  let ended = 0;
  const explain = (errors: readonly unknown[]): void => {
    for (const error of errors) vitest?.logger.printError(error);
  };
  return {
    onInit(started) {
      vitest = started;
      // Printed for `SEED=number`, which tries the same cases again.
      console.log(`Sweeps try the cases of SEED=${started.config.env['CATBIRD_SWEEP']}`);
    },
    onTestRunStart(specifications) {
      files = specifications.length;
    },
    onTestCaseResult(test) {
      const result = test.result();
      if (result.state !== 'failed') return;
      console.log(`FAIL ${test.module.relativeModuleId} > ${test.fullName}`);
      explain(result.errors);
    },
    onTestModuleEnd(module) {
      ended++;
      console.log(`${String(ended).padStart(String(files).length)}/${files} ${summaryOf(module)}`);
      explain([module, ...module.children.allSuites()].flatMap((each) => each.errors()));
    },
    onTestRunEnd(modules, unhandled) {
      explain(unhandled);
      const { file, test } = costsOf(modules);
      const minutes = file.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
      console.log(`\nUnit tests used ${minutes.toFixed(1)} minutes of CPU time.`);
      for (const line of [...costly('test', test), ...costly('file', file)]) console.log(line);
    },
  };
}
