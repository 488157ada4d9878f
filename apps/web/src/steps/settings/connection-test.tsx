import type { CheckResult } from '@catbird/core/destinations';
import { useState, type ReactNode } from 'react';
import { Button, Report, Tick } from '../../ui/index.ts';

/** The button that tests a connection, and what came of it. The result goes when the settings change. */
export function ConnectionTest({
  locked,
  onTest,
  children,
}: {
  readonly locked: boolean;
  readonly onTest: () => Promise<CheckResult | undefined>;
  readonly children: (button: ReactNode, result: ReactNode) => ReactNode;
}) {
  const [testing, setTesting] = useState(false);
  const [result, setResult] = useState<CheckResult>();
  const test = async (): Promise<void> => {
    setTesting(true);
    setResult(undefined);
    try {
      setResult(await onTest());
    } catch (error) {
      setResult({ ok: false, message: error instanceof Error ? error.message : String(error) });
    } finally {
      setTesting(false);
    }
  };
  const button = (
    <Button look="outline" disabled={locked || testing} onClick={() => void test()}>
      {testing ? 'Testing' : 'Test connection'}
    </Button>
  );
  return children(button, <div role="status">{result && <Result result={result} />}</div>);
}

const Result = ({ result }: { readonly result: CheckResult }) =>
  result.ok ? (
    <p className="result">
      <Tick tone="accepted" />
      Connection tested: {result.message}
    </p>
  ) : (
    <Report tone="failed" title="The connection test failed">
      <p>{result.message}</p>
    </Report>
  );
