import { existsSync, readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';

/** Seconds of processor time. */
export interface CpuUsage {
  /** Of the page's main thread. */
  readonly pageS: number;
  /** Of all threads of all pages and workers. */
  readonly allS: number;
}

/** Measures processor time from now on. */
export async function watchCpu(browser: Browser, page: Page): Promise<() => Promise<CpuUsage>> {
  const system = await browser.newBrowserCDPSession();
  const main = await page.context().newCDPSession(page);
  // Thread time instead of elapsed time.
  await main.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async (): Promise<CpuUsage> => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo');
    const { metrics } = await main.send('Performance.getMetrics');
    return {
      pageS: metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN,
      allS: renderers(processInfo).reduce((sum, { cpuTime }) => sum + cpuTime, 0),
    };
  };
  const before = await now();
  return async () => {
    const after = await now();
    return { pageS: after.pageS - before.pageS, allS: after.allS - before.allS };
  };
}

/** Measures how much more memory all pages take at most, in MiB. */
export async function watchMemory(browser: Browser): Promise<() => Promise<number>> {
  if (!existsSync('/proc/self/status')) {
    console.warn('Skipped: memory is only measured where there is /proc');
    return async () => 0;
  }
  const session = await browser.newBrowserCDPSession();
  const now = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return renderers(processInfo).reduce((sum, { id }) => sum + residentMib(id), 0);
  };
  const before = await now();
  let most = before;
  const over = new AbortController();
  const sampling = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await now());
      await new Promise((done) => setTimeout(done, 50));
    }
  })();
  return async () => {
    over.abort();
    await sampling;
    return most - before;
  };
}

const renderers = <Info extends { readonly type: string }>(processes: readonly Info[]): readonly Info[] =>
  processes.filter(({ type }) => type === 'renderer');

function residentMib(pid: number): number {
  const file = `/proc/${pid}/status`;
  const [, kib] = (existsSync(file) && /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))) || [];
  return Number(kib ?? 0) / 1024;
}
