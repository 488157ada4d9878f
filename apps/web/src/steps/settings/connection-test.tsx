import type { CheckResult } from '@catbird/core/destinations';
import { useState, type ReactNode } from 'react';
import { Button, Host, LinkNotice, Report, Tick } from '../../ui/index.ts';

/** The button that tests a connection, and what came of it. The result goes when the settings change. */
export function ConnectionTest({
  locked,
  host,
  asks,
  onTest,
  children,
}: {
  readonly locked: boolean;
  /** Where the test goes: `localhost:7181`; undefined while the settings make no sense. */
  readonly host: string | undefined;
  /** The settings come from a link: shows the host, and asks before a request goes there. */
  readonly asks: boolean;
  readonly onTest: () => Promise<CheckResult | undefined>;
  readonly children: (button: ReactNode, result: ReactNode) => ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const [testing, setTesting] = useState(false);
  const [result, setResult] = useState<CheckResult>();
  const test = async (): Promise<void> => {
    setAsking(false);
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
    <Button
      look="outline"
      disabled={locked || testing}
      onClick={() => (asks && host !== undefined ? setAsking(true) : void test())}
    >
      {testing ? 'Testing' : 'Test connection'}
    </Button>
  );
  const question = asking && host !== undefined && <Question host={host} onTest={() => void test()} />;
  return children(
    button,
    <>
      {question}
      <div role="status">{result && <Result result={result} host={host} />}</div>
    </>,
  );
}

/** Names the host before the first request goes there. */
const Question = ({ host, onTest }: { readonly host: string; readonly onTest: () => void }) => (
  <LinkNotice
    actions={
      <Button look="outline" onClick={onTest}>
        Send test request
      </Button>
    }
  >
    The test will send a request to <Host name={host} />, with the settings and credentials above.
  </LinkNotice>
);

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
