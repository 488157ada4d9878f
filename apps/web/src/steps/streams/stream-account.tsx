import { FaultLog } from '../../run/fault-log.tsx';
import { RunLog } from '../../run/run-log.tsx';
import type { StreamRun } from '../../state/stream-runs.ts';

/** What happened in a stream, and its injected faults. */
export const StreamAccount = ({
  name,
  run: { events, progress },
  faultLog,
}: {
  /** Of the stream. */
  readonly name: string;
  readonly run: StreamRun;
  /** The faults as JSON lines. */
  readonly faultLog: () => string;
}) => (
  <>
    {events.list.length > 0 && <RunLog events={events.list} />}
    {progress?.faults && (
      <FaultLog counts={progress.faults} log={faultLog} fileName={`faults-${name}.ndjson`} />
    )}
  </>
);
