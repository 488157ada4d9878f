import { Button, download } from '../ui/index.ts';
import type { UnsentReport } from '../worker/report-protocol.ts';
import { countText } from './units.ts';

interface UnsentProps {
  readonly unsent: UnsentReport | undefined;
}

/** Rows that were not sent, if there are any, as a file to send or to look at. */
export const Unsent = ({ unsent }: UnsentProps) =>
  unsent === undefined ? null : (
    <>
      <div className="acts">
        <UnsentButton unsent={unsent} />
      </div>
      <UnsentHint unsent={unsent} />
    </>
  );

/** Downloads them. */
export function UnsentButton({ unsent }: UnsentProps) {
  if (unsent === undefined || unsent.rows === 0) return null;
  const { lines, rows, others } = unsent;
  return (
    <Button look="outline" onClick={() => download('unsent.ndjson', lines)}>
      Download the {others > 0 && 'first '}
      {countText(rows)} {rows === 1 ? 'event' : 'events'} not sent
    </Button>
  );
}

/** How many the file lacks. */
export const UnsentHint = ({ unsent }: UnsentProps) =>
  unsent !== undefined &&
  unsent.others > 0 && (
    <p className="hint">
      {countText(unsent.others)} more are not in the file: it has at most 10,000 events and 8 MB.
    </p>
  );
