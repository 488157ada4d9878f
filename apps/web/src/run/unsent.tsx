import { Button, download } from '../ui/index.ts';
import type { UnsentReport } from '../worker/report-protocol.ts';
import { countText } from './units.ts';

/** Rows that were not sent, if there are any, as a file to send or to look at. */
export function Unsent({ unsent }: { readonly unsent: UnsentReport | undefined }) {
  if (unsent === undefined) return null;
  const { lines, rows, others } = unsent;
  return (
    <>
      {rows > 0 && (
        <div className="acts">
          <Button look="outline" onClick={() => download('unsent.ndjson', lines)}>
            Download the {others > 0 && 'first '}
            {countText(rows)} {rows === 1 ? 'event' : 'events'} not sent
          </Button>
        </div>
      )}
      {others > 0 && (
        <p className="hint">
          {countText(others)} more are not in the file: it has at most 10,000 events and 8 MB.
        </p>
      )}
    </>
  );
}
