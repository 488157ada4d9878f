import { RateChart } from '../../chart/rate-chart.tsx';
import { shownSeconds, type History } from '../../state/history.ts';
import type { Mark } from '../../state/marks.ts';
import type { RunState } from '../../state/state.ts';
import { Tick, TickStrip, type StripTick } from '../../ui/index.ts';
import type { RunReport } from '../../worker/protocol.ts';
import { achievedOf, askedOf } from '../../state/run-rate.ts';
import { countText, durationText, msText, perSecondText } from './units.ts';

/** The live chart with its legend, and the latency of the latest requests. */
export function Rate({ run }: { readonly run: RunState }) {
  const { phase, progress, history, marks } = run;
  const asked = askedOf(run);
  const achieved = achievedOf(run);
  const elapsedMs = progress?.elapsedMs ?? 0;
  return (
    <figure className="chart">
      <div className="chart-head">
        <h3>Asked and achieved</h3>
        <Legend asked={isComparable(run) ? asked : undefined} achieved={achieved} progress={progress} />
      </div>
      <RateChart
        seconds={shownSeconds(history)}
        asked={asked}
        nowS={phase === 'over' ? elapsedMs / 1000 : nowOf(elapsedMs)}
        live={phase !== 'over'}
        marks={marks.list}
        label={`Events per second: ${rateOrNone(asked)} asked, ${rateOrNone(achieved)} achieved`}
      />
      <Changes marks={marks.list} />
      <Requests requests={history.requests} />
    </figure>
  );
}

/** A run on time never achieves more than its target, so a higher average is of history or of another rate. */
const isComparable = ({ phase, progress, config }: RunState): boolean =>
  phase !== 'over' || progress === undefined || progress.average <= config.eps * 1.01;

const rateOrNone = (rate: number | undefined): string =>
  rate === undefined ? 'none' : `${perSecondText(rate)}/s`;

/** Seconds for the chart's right edge: a step is visible in the first minute, and later not worth a drawing. */
function nowOf(elapsedMs: number): number {
  const steps = elapsedMs < 60_000 ? 4 : 1;
  return Math.floor((elapsedMs / 1000) * steps) / steps;
}

/** The marks of the chart, for screen readers. */
const Changes = ({ marks }: { readonly marks: readonly Mark[] }) =>
  marks.length > 0 && (
    <ol className="sr" aria-label="Rate changes">
      {marks.map(({ second, text }) => (
        <li key={`${second} ${text}`}>
          {text}, after {durationText(second)}
        </li>
      ))}
    </ol>
  );

/** Without a plan there is nothing to ask for and to be behind of. */
function Legend({
  asked,
  achieved,
  progress,
}: {
  readonly asked: number | undefined;
  readonly achieved: number | undefined;
  readonly progress: RunReport | undefined;
}) {
  const retried = progress?.retried ?? 0;
  const isHistory = progress?.backfill !== undefined;
  return (
    <ul className="legend">
      {asked !== undefined && (
        <Line path="M0 4H18" name="asked">
          Asked <b>{rateOrNone(asked)}</b>
        </Line>
      )}
      <Line path="M0 4H18" name="ach">
        {isHistory ? 'Delivered' : 'Achieved'} {achieved !== undefined && <b>{rateOrNone(achieved)}</b>}
      </Line>
      {asked !== undefined && (
        <Line path="M0 0H18V8H0z" name="late">
          Behind <b>{countText(progress?.behind.rows ?? 0)}</b>
        </Line>
      )}
      <li>
        <Tick tone={retried > 0 ? 'retried' : 'line'} />
        Retried <b>{countText(retried)}</b>
      </li>
    </ul>
  );
}

function Requests({ requests }: { readonly requests: History['requests'] }) {
  const longest = Math.max(1, ...requests.map(({ ms }) => ms));
  return (
    <>
      <TickStrip
        className="rug"
        ticks={requests.map(({ ms, outcome }): StripTick => ({ height: ms / longest, tone: outcome }))}
        label={`Latency of the last ${requests.length} requests, up to ${msText(longest)} milliseconds`}
      />
      <figcaption className="hint rug-label">
        Each second is drawn once it is over. Below, one tick per request: the taller, the slower the response
        {requests.length > 0 && `, up to ${msText(longest)} ms`}.
      </figcaption>
    </>
  );
}

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
