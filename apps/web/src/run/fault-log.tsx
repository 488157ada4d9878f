import type { FaultCounts } from '@catbird/core';
import { Button, download } from '../ui/index.ts';
import { countText } from './units.ts';

const LABELS = [
  ['duplicate', 'duplicates'],
  ['late', 'late'],
  ['reordered', 'reordered'],
  ['malformed', 'malformed'],
  ['dropped', 'dropped'],
] as const;

/** The number of injected faults by kind, and a log to compare a pipeline's findings with. */
export function FaultLog({
  counts,
  log,
  fileName = 'faults.ndjson',
}: {
  readonly counts: FaultCounts;
  readonly log: () => string;
  readonly fileName?: string;
}) {
  const injected = LABELS.filter(([kind]) => counts[kind] > 0).map(
    ([kind, word]) => `${countText(counts[kind])} ${word}`,
  );
  return (
    <div className="take">
      <h3 className="block-h">Injected faults</h3>
      <p>{injected.length === 0 ? 'None yet.' : `${injected.join(', ')}.`}</p>
      <div className="acts">
        <Button look="outline" onClick={() => download(fileName, log())}>
          Download fault log
        </Button>
      </div>
      <p className="hint">
        One JSON line per fault of this session: row, position, kind and parameters. Keeps the first 64 MB.
      </p>
    </div>
  );
}
