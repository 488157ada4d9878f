import type { BackfillProgress } from '@catbird/stream';
import type { Run } from '../state/run.ts';
import { Button } from '../ui/index.ts';
import { countText } from './units.ts';

/** How far the history of a stream has come, and the button that skips what is left. */
export function HistoryControl({
  run,
  backfill,
  onLive,
}: {
  readonly run: Pick<Run, 'config' | 'progress' | 'timing'>;
  readonly backfill: BackfillProgress;
  readonly onLive: () => void;
}) {
  const { fromMs, reachedMs } = backfill;
  const wallMs = run.progress?.wallMs ?? reachedMs;
  const endMs = Math.min(wallMs, run.timing?.toMs ?? wallMs);
  return (
    <div className="fault-control" role="group" aria-labelledby="history-control-title">
      <h3 id="history-control-title">History</h3>
      <div>
        <span>{spansText(reachedMs - fromMs, endMs - fromMs)}</span>
        {canGoLive(run, backfill) && (
          <Button look="link" onClick={onLive}>
            Go live now
          </Button>
        )}
      </div>
      {canGoLive(run, backfill) && (
        <p className="hint">Go live now skips the events that are left. They count as dropped.</p>
      )}
    </div>
  );
}

/** Whether there are live events after the history. */
function canGoLive(
  { config: { limit }, progress, timing }: Pick<Run, 'config' | 'progress' | 'timing'>,
  { rows }: BackfillProgress,
) {
  const endMs = timing?.toMs ?? Infinity;
  return timing?.future !== true && endMs > (progress?.wallMs ?? 0) && (limit < 0 || rows < limit);
}

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const;

/** How much of a span is done, in a unit of which there are at least two: `12 of 30 days`. */
export function spansText(doneMs: number, allMs: number): string {
  const [unit, ms] = UNITS.find(([, each]) => allMs >= 2 * each) ?? ['seconds', 1000];
  const count = (span: number): string => countText(Math.floor(Math.max(0, span) / ms));
  return `${count(doneMs)} of ${count(allMs)} ${unit}`;
}
