import type { LinkReport } from '../../state/config.ts';
import { Button, Report } from '../../ui/index.ts';

const list = new Intl.ListFormat('en');

/** What the opened link lacks, or what of it is damaged, and what was kept. */
export function LinkReportNotice({
  report: { missing, problems, kept },
  onComplete,
}: {
  readonly report: LinkReport;
  /** Goes to the first field that is missing or wrong; undefined if no setting is. */
  readonly onComplete: (() => void) | undefined;
}) {
  const isDamaged = problems.length > 0;
  return (
    <Report
      level={2}
      tone={isDamaged ? 'failed' : 'retried'}
      title={isDamaged ? 'This link is damaged' : `This link needs ${list.format(missing)}`}
      actions={
        onComplete && (
          <Button look="outline" onClick={onComplete}>
            {missing.length > 0 ? `Enter ${missing[0]}` : 'Go to the settings'}
          </Button>
        )
      }
    >
      {isDamaged ? (
        <ul className="link-problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {missing.length > 0 && <li>Missing: {list.format(missing)}</li>}
        </ul>
      ) : (
        <p>Links are often shared without credentials. Enter yours to continue.</p>
      )}
      <p>{kept.length === 0 ? 'Nothing in it could be used.' : `Kept: ${list.format(kept)}.`}</p>
    </Report>
  );
}
