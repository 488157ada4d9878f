import type { CheckResult } from '@catbird/core/destinations';
import { useState, type ReactNode } from 'react';
import { Button, Report, Tick } from '../../ui/index.ts';

/** The button that tests a connection, and what came of it. The result goes when the settings change. */
export function ConnectionTest({
  locked,
  host,
  onTest,
  children,
}: {
  readonly locked: boolean;
  /** Where the test goes: `localhost:7181`; undefined while the settings make no sense. */
  readonly host: string | undefined;
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
  return children(button, <div role="status">{result && <Result result={result} host={host} />}</div>);
}

/** A host on this machine, and its port. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/;

/** The command that receives what this page sends: of pages elsewhere it has to be told. */
const receiverOn = (port: string): string =>
  `npx catbird receive --port ${port}${LOCAL.test(location.host) ? '' : ` --origin ${location.origin}`}`;

function Result({ result, host }: { readonly result: CheckResult; readonly host: string | undefined }) {
  if (result.ok) {
    return (
      <p className="result">
        <Tick tone="accepted" />
        Connection tested: {result.message}
      </p>
    );
  }
  // No answer at all: either nothing listens, or it does not let pages call it.
  const local = result.kind === 'network' ? LOCAL.exec(host ?? '') : null;
  return (
    <Report
      tone="failed"
      title="The connection test failed"
      quote={local === null ? undefined : receiverOn(local[1] ?? '80')}
      cite={
        local === null ? undefined : 'Nothing there yet? This receives events in a terminal of this machine:'
      }
    >
      <p>{result.message}</p>
    </Report>
  );
}
