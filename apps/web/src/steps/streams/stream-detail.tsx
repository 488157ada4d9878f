import type { ReactNode } from 'react';
import { countText } from '../../run/units.ts';
import { Unsent } from '../../run/unsent.tsx';
import { countsOf, type StreamCounts, type StreamRun } from '../../state/stream-runs.ts';
import type { StreamCheck, StreamOfConfig } from '../../state/streams.ts';
import type { RunReport } from '../../worker/report-protocol.ts';
import { ProblemList } from './problem-list.tsx';
import { nameOf } from './words.ts';

/** The first rows of a stream, its schema, and where every row of its run went. */
export function StreamDetail({
  stream,
  check,
  run,
  account,
  children,
}: {
  readonly stream: StreamOfConfig;
  readonly check: StreamCheck | undefined;
  readonly run: StreamRun | undefined;
  /** What happened in the run. */
  readonly account: ReactNode;
  /** What changes the stream. */
  readonly children: ReactNode;
}) {
  return (
    <div className="stream-detail">
      {children}
      {run?.progress !== undefined && <Counts sum={countsOf(run)} report={run.progress} />}
      <Unsent unsent={run?.summary?.unsent} />
      {account}
      {check === undefined && <p className="hint">Making rows…</p>}
      {check?.kind === 'invalid' && <ProblemList name="the config" issues={check.issues} />}
      {check?.kind === 'ready' && (
        <>
          {check.stream.notes.map((note) => (
            <p key={note} className="hint">
              {note}
            </p>
          ))}
          <Code label={`First rows of ${nameOf(stream)}`} text={check.stream.lines.join('\n')} />
        </>
      )}
      <details>
        <summary>Schema</summary>
        <Code label={`Schema of ${nameOf(stream)}`} text={schemaText(stream)} />
      </details>
    </div>
  );
}

/** Characters shown of a text; a browser takes seconds to lay out a million. */
const MAX_SHOWN = 20_000;

const Code = ({ label, text }: { readonly label: string; readonly text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
  <pre className="code" tabIndex={0} role="group" aria-label={label}>
    {text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text}
  </pre>
);

const Counts = ({ sum, report }: { readonly sum: StreamCounts; readonly report: RunReport }) => {
  const counts: readonly (readonly [string, number])[] = [
    ['Generated', sum.generated],
    ['Accepted', sum.accepted],
    ['Quarantined', sum.quarantined],
    ['Rejected', sum.rejected],
    ['Failed', sum.failed],
    ['Dropped', sum.dropped],
    ['In flight', sum.inFlight],
    ['Behind', report.behind.rows],
    ['Retried requests', report.retried],
  ];
  return (
    <dl className="stream-counts">
      {counts
        .filter(([name, count]) => count > 0 || name === 'Generated' || name === 'Accepted')
        .map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{countText(count)}</dd>
          </div>
        ))}
    </dl>
  );
};

function schemaText({ source }: StreamOfConfig): string {
  if ('text' in source) return source.text;
  if ('template' in source) return `The template ${source.template}`;
  if ('replay' in source) return `The recording ${source.replay}`;
  return 'entity' in source ? `Each ${source.entity} once` : `The file ${source.file}`;
}
