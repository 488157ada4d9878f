import { RateChart } from '../chart/plot.tsx';
import { shownSeconds, type History } from '../state/history.ts';
import type { RateView } from '../state/rate-view.ts';
import { countText, msText, perSecondText } from './units.ts';

/** The live chart with its legend, and the latency of the latest requests. @param isWhole instead of the last ten minutes */
export function Rate({ view, isWhole = false }: { readonly view: RateView; readonly isWhole?: boolean }) {
  const { asked, achieved, isLive, isComparable, elapsedMs, history, marks, faults } = view;
  return (
    <figure className="chart">
      <div className="chart-head">
        <h3>Asked and achieved</h3>
        <Legend view={view} compares={isLive || isComparable} />
      </div>
      <RateChart
        levels={isWhole ? history.whole.levels : shownSeconds(history)}
        {...(isWhole && { mostSeconds: Infinity })}
        asked={asked}
        nowS={isLive ? nowOf(elapsedMs) : elapsedMs / 1000}
        live={isLive}
        marks={marks}
        faults={faults}
        requests={history.requests}
        label={`Events per second: ${rateOrNone(asked)} asked, ${rateOrNone(achieved)} achieved. ${requestsText(history.requests)}`}
      />
      <figcaption className="sr">
        Each second is drawn once it is over. Below the rates, one tick per request: the taller, the slower
        the response.
      </figcaption>
    </figure>
  );
}

/** What shows the whole run, or its last ten minutes again. */
export const wholeLabel = (isWhole: boolean): string =>
  isWhole ? 'Show the last ten minutes' : 'Show the whole run';

const rateOrNone = (rate: number | undefined): string =>
  rate === undefined ? 'none' : `${perSecondText(rate)}/s`;

const requestsText = (requests: History['requests']): string => {
  const longest = requests.reduce((most, { ms }) => Math.max(most, ms), 0);
  return requests.length === 0
    ? 'No requests yet'
    : `Requests below took up to ${msText(longest)} milliseconds`;
};

/** Seconds for the chart's right edge: the chart is drawn once a second. */
const nowOf = (elapsedMs: number): number => Math.floor(elapsedMs / 1000);

/** Without a plan there is nothing to ask for and to be behind of. */
const Legend = ({
  view: { asked, achieved, isHistory, behind },
  compares,
}: {
  readonly view: RateView;
  /** With the figures of what was asked for. */
  readonly compares: boolean;
}) => (
  <ul className="legend">
    {asked !== undefined && (
      <Line path="M0 4H18" name="asked">
        Asked {compares && <b>{rateOrNone(asked)}</b>}
      </Line>
    )}
    <Line path="M0 4H18" name="ach">
      {isHistory ? 'Delivered' : 'Achieved'} {achieved !== undefined && <b>{rateOrNone(achieved)}</b>}
    </Line>
    {asked !== undefined && (
      <Line path="M0 0H18V8H0z" name="late">
        Behind {compares && <b>{countText(behind)}</b>}
      </Line>
    )}
    <Line path="M3 8V3M9 8V0M15 8V5" name="request c-accepted">
      Requests
    </Line>
  </ul>
);

const Line = ({
  path,
  name,
  children,
}: {
  readonly path: string;
  readonly name: string;
  readonly children: React.ReactNode;
}) => (
  <li>
    <svg viewBox="0 0 18 8" aria-hidden="true">
      <path className={name} d={path} />
    </svg>
    {children}
  </li>
);
