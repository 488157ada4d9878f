import type { CheckResult } from '@catbird/send';
import { useState, type ReactNode } from 'react';
import { Button, Host, LinkNotice, Report, Tick } from '../../ui/index.ts';

/** A button that tests the connection, and the result. Give it a `key` of the settings, so that changing them clears the result. */
export function ConnectionTest({
  locked,
  host,
  confirms,
  onTest,
  children,
}: {
  readonly locked: boolean;
  /** Host of the test: `localhost:7181`; undefined while the settings are invalid. */
  readonly host: string | undefined;
  /** The settings came from a link: names the host and asks before sending a request. */
  readonly confirms: boolean;
  readonly onTest: () => Promise<CheckResult | undefined>;
  readonly children: (button: ReactNode, result: ReactNode) => ReactNode;
}) {
  const [confirming, setConfirming] = useState(false);
  const [testing, setTesting] = useState(false);
  const [result, setResult] = useState<CheckResult>();
  const test = async (): Promise<void> => {
    setConfirming(false);
    setTesting(true);
    setResult(undefined);
    setResult(await resultOf(onTest));
    setTesting(false);
  };
  const isHostKnown = host !== undefined;
  return children(
    <Button
      look="outline"
      disabled={locked || testing}
      onClick={() => (confirms && isHostKnown ? setConfirming(true) : void test())}
    >
      {testing ? 'Testing' : 'Test connection'}
    </Button>,
    <>
      {confirming && isHostKnown && <Confirmation host={host} onTest={() => void test()} />}
      <div role="status">{result && <Result result={result} host={host} />}</div>
    </>,
  );
}

async function resultOf(onTest: () => Promise<CheckResult | undefined>): Promise<CheckResult | undefined> {
  try {
    return await onTest();
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Names the host before the first request to it. */
const Confirmation = ({ host, onTest }: { readonly host: string; readonly onTest: () => void }) => (
  <LinkNotice
    actions={
      <Button look="outline" onClick={onTest}>
        Send test request
      </Button>
    }
  >
    The test will send a request to <Host name={host} /> with the settings and credentials above.
  </LinkNotice>
);

/** A host on this machine, and its port. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/;

/** The command that receives events from this page; pages on other origins must be allowed. */
const receiverOn = (port: string): string =>
  `catbird receive --port ${port}${LOCAL.test(location.host) ? '' : ` --origin ${location.origin}`}`;

function Result({ result, host }: { readonly result: CheckResult; readonly host: string | undefined }) {
  if (result.ok) {
    return (
      <p className="result">
        <Tick tone="accepted" />
        Connection tested: {result.message}
      </p>
    );
  }
  // No response at all: either nothing listens, or it does not allow requests from pages.
  const local = result.kind === 'network' ? LOCAL.exec(host ?? '') : null;
  return (
    <Report
      tone="failed"
      title="Connection test failed"
      quote={local === null ? undefined : receiverOn(local[1] ?? '80')}
      cite={local === null ? undefined : 'To receive events on this machine, run:'}
    >
      <p>{result.message}</p>
    </Report>
  );
}
