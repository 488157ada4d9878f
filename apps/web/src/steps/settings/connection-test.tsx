import type { CheckResult } from '@catbird/send';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../ui/index.ts';

/** What a test of the connection has come to. */
export interface Test {
  /** Stands for the settings that are tested. */
  readonly key: string;
  /** Undefined: it is asked whether to test, or the test is under way. */
  readonly result?: CheckResult | undefined;
  readonly asks?: 'link' | 'event';
}

const ConnectionReport = lazyPart(async () => (await import('./connection-report.tsx')).ConnectionReport);

/** Tests the connection when the settings are saved, without sending events. Other settings clear the result. */
export function useConnectionTest({
  key,
  host,
  isNew,
  asks,
  onTest,
}: {
  /** Stands for the settings. */
  readonly key: string;
  /** Host of the test: `localhost:7181`; undefined while the settings are invalid, and if there is nothing to connect to. */
  readonly host: string | undefined;
  /** They were not saved so far: only those are tested, unless a test of them failed. */
  readonly isNew: boolean;
  /** What to ask about before sending a request: the settings came from a link, or the test sends an empty event. Undefined: nothing. */
  readonly asks: 'link' | 'event' | undefined;
  readonly onTest: () => Promise<CheckResult | undefined>;
}): { readonly run: () => void; readonly report: ReactNode } {
  const [latest, setLatest] = useState<Test>();
  const test = latest?.key === key ? latest : undefined;
  const begin = async (): Promise<void> => {
    setLatest({ key });
    const result = await resultOf(onTest);
    setLatest((now) => (now?.key === key ? { key, result } : now));
  };
  return {
    run() {
      const isUnderWay = test !== undefined && test.result === undefined && test.asks === undefined;
      const isNeeded = test === undefined ? isNew || asks === 'link' : test.result?.ok !== true;
      if (host === undefined || isUnderWay || !isNeeded) return;
      if (asks !== undefined) setLatest({ key, asks });
      else void begin();
    },
    report: test && (
      <Suspense>
        <ConnectionReport test={test} host={host} onTest={() => void begin()} />
      </Suspense>
    ),
  };
}

async function resultOf(onTest: () => Promise<CheckResult | undefined>): Promise<CheckResult | undefined> {
  try {
    return await onTest();
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
