import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** A test that takes longer needs fewer pages, fewer rows, or the tag of long tests. In milliseconds. */
const SLOW_MS = 20_000;

/** At the end of a run, counts the tests and names the slow ones. */
// oxlint-disable-next-line import/no-default-export -- Playwright loads it so
export default class SlowTests implements Reporter {
  readonly #tookMs = new Map<string, number>();

  onTestEnd(test: TestCase, { duration, status }: TestResult): void {
    // Without the names of the root and the project.
    if (status !== 'skipped') this.#tookMs.set(test.titlePath().slice(2).join(' › '), duration);
  }

  onEnd(): void {
    if (this.#tookMs.size === 0) return;
    const slow = [...this.#tookMs].filter(([, ms]) => ms > SLOW_MS).sort(([, one], [, other]) => other - one);
    const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
    const sum = [...this.#tookMs.values()].reduce((all, ms) => all + ms, 0);
    console.log(
      `${this.#tookMs.size} browser tests took ${seconds(sum)} in total, ${slow.length} of them more than ${seconds(SLOW_MS)} each`,
    );
    for (const [name, ms] of slow) console.log(`  ${seconds(ms)}: ${name}`);
  }
}
