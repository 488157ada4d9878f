import type { CheckResult } from '@catbird/send';
import { Button, Host, LinkNotice, Report, Tick } from '../../ui/index.ts';
import type { Test } from './connection-test.tsx';

/** What a test of the connection has come to, or the question whether to test. Loaded with the first test. */
export const ConnectionReport = ({
  test: { result, asks },
  host,
  onTest,
}: {
  readonly test: Test;
  readonly host: string | undefined;
  readonly onTest: () => void;
}) => (
  <>
    {asks !== undefined && host !== undefined && <Question {...{ asks, host, onTest }} />}
    <div role="status">
      {result === undefined && asks === undefined && <p className="result">Testing the connection</p>}
      {result && <Result result={result} host={host} />}
    </div>
  </>
);

/** Names the host before the first request to it, or what is sent there. */
function Question({
  asks,
  host,
  onTest,
}: {
  readonly asks: 'link' | 'event';
  readonly host: string;
  readonly onTest: () => void;
}) {
  const action = (
    <Button look="outline" onClick={onTest}>
      Send test request
    </Button>
  );
  if (asks === 'event')
    return (
      <Report
        title={`The test will send an empty event to ${host}, which the service itself rejects.`}
        actions={action}
      />
    );
  return (
    <LinkNotice actions={action}>
      The test will send a request to <Host name={host} /> with the settings and credentials above.
    </LinkNotice>
  );
}

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
