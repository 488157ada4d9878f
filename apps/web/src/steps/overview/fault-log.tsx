import type { FaultCounts } from '@catbird/core';
import { Button, download } from '../../ui/index.ts';
import { countText } from './units.ts';

const WORDS = [
  ['duplicate', 'duplicates'],
  ['late', 'late'],
  ['reordered', 'reordered'],
  ['malformed', 'malformed'],
  ['dropped', 'never sent'],
] as const;

/** How many faults of each kind were made, and the log that a pipeline's findings are compared with. */
export function FaultLog({ counts, log }: { readonly counts: FaultCounts; readonly log: () => string }) {
  const made = WORDS.filter(([kind]) => counts[kind] > 0).map(
    ([kind, word]) => `${countText(counts[kind])} ${word}`,
  );
  return (
    <div className="take">
      <h3 className="block-h">Faults made</h3>
      <p>{made.length === 0 ? 'None yet.' : `${made.join(', ')}.`}</p>
      <div className="acts">
        <Button look="outline" onClick={() => download('faults.ndjson', log())}>
          Download fault log
        </Button>
      </div>
      <p className="hint">
        One JSON line for each fault of this session: row, position, kind and its parameters; the first 64 MB
        of them.
      </p>
    </div>
  );
}
