import { useEffect, useRef, useState } from 'react';
import type { TableReport } from '@catbird/verify';
import { Button, Report } from '../../ui/index.ts';
import type { ArrivedRequest } from '../../worker/judge-arrived.ts';
import { ArrivedReport } from './arrived-report.tsx';
import './arrived.css';
import type { EngineApi } from '../../worker/engine.worker.ts';
import { logFailure } from '../../worker/failure.ts';
import { newWorker } from '../../worker/new-worker.ts';
import { newRemote } from '../../worker/remote.ts';

type Stage =
  | { readonly kind: 'asking' }
  | { readonly kind: 'reading'; readonly file: File; readonly bytes: number }
  | { readonly kind: 'failed'; readonly file: File; readonly reason: string }
  | { readonly kind: 'judged'; readonly file: File; readonly report: TableReport };

/** Props of the comparison. */
type ArrivedProps = Pick<ArrivedRequest, 'stream' | 'sent'>;

/** Compares a file of what has arrived with what was sent. */
export function Arrived(props: ArrivedProps) {
  const [stage, setStage] = useState<Stage>({ kind: 'asking' });
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { take, stop } = useComparison(props, setStage);
  const isReading = stage.kind === 'reading';
  return (
    <>
      <div
        className={isOver ? 'arrived-drop over' : 'arrived-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File of what arrived"
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            // The same file may be chosen again after more has arrived.
            currentTarget.value = '';
          }}
        />
        <p>
          Export what your destination or table holds as NDJSON, CSV or Parquet, and drop the file here.
          Catbird computes again what was sent, and shows what is missing, doubled or changed. The file stays
          in this browser.
        </p>
        <Button look="outline" disabled={isReading} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </div>
      <div role="status">{isReading && <Progress stage={stage} onStop={() => setStage(stop())} />}</div>
      {stage.kind === 'failed' && (
        <Report
          tone="failed"
          title={`${stage.file.name} could not be compared`}
          quote={stage.reason}
          level={3}
        >
          <p>Check that the file is whole, and that it holds one row for each event.</p>
        </Report>
      )}
      {stage.kind === 'judged' && <ArrivedReport name={stage.file.name} report={stage.report} />}
    </>
  );
}

const Progress = ({
  stage: { file, bytes },
  onStop,
}: {
  readonly stage: Extract<Stage, { readonly kind: 'reading' }>;
  readonly onStop: () => void;
}) => (
  <p className="arrived-progress">
    <span>Comparing {file.name}</span>
    <progress max={Math.max(1, file.size)} value={bytes} aria-label="Read" />
    <Button look="link" onClick={onStop}>
      Cancel
    </Button>
  </p>
);

/** One comparison at a time. It ends with the page's part. */
function useComparison(
  { stream, sent }: ArrivedProps,
  show: (stage: Stage) => void,
): { readonly take: (file: File | undefined) => void; readonly stop: () => Stage } {
  const running = useRef<ArrivedComparison>(undefined);
  const stop = (): Stage => {
    running.current?.stop();
    running.current = undefined;
    return { kind: 'asking' };
  };
  useEffect(() => () => running.current?.stop(), []);
  const begin = async (file: File): Promise<void> => {
    stop();
    const comparison = compareArrived({ stream, sent, file }, (bytes) =>
      show({ kind: 'reading', file, bytes }),
    );
    running.current = comparison;
    show({ kind: 'reading', file, bytes: 0 });
    try {
      show({ kind: 'judged', file, report: await comparison.report });
    } catch (error) {
      show({ kind: 'failed', file, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    stop,
    take(file) {
      if (file !== undefined) void begin(file);
    },
  };
}

/** A comparison that runs. */
interface ArrivedComparison {
  /** @throws Error that says what is wrong with the file */
  readonly report: Promise<TableReport>;
  /** Ends it, whatever it does: `report` never settles. */
  readonly stop: () => void;
}

/** Compares a file with what was sent, in a worker of its own. Nothing leaves the page. */
function compareArrived(request: ArrivedRequest, onRead: (bytes: number) => void): ArrivedComparison {
  const { ask, end } = newRemote<EngineApi>(newWorker, { failure: (message) => logFailure(message, []) });
  return { report: ask('judge', request, onRead).finally(end), stop: end };
}
