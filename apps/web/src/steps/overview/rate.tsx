import { RateChart } from '../../chart/rate-chart.tsx';
import { rateText } from '../../state/settings.ts';
import type { RunState } from '../../state/state.ts';
import { Tick, TickStrip, type StripTick, type Tone } from '../../ui/index.ts';
import { countText, msText } from './units.ts';

/** The live chart with its legend, and the latency of the latest requests. */
export function Rate({ run: { progress, history, config } }: { readonly run: RunState }) {
  const asked = rateText(config.eps);
  const achieved = rateText(Math.round((progress?.achieved ?? 0) * 10) / 10);
  const behind = progress?.behind.rows ?? 0;
  const longest = Math.max(1, ...history.requests.map(({ ms }) => ms));
  return (
    <figure className="chart">
      <div className="chart-head">
        <h3>Asked and achieved</h3>
        <ul className="legend">
          <Line path="M0 4H18" name="asked">
            Asked <b>{asked}/s</b>
          </Line>
          <Line path="M0 4H18" name="ach">
            Achieved <b>{achieved}/s</b>
          </Line>
          <Line path="M0 0H18V8H0z" name="late">
            Behind <b>{countText(behind)}</b>
          </Line>
          <li>
            <Tick tone={(progress?.retried ?? 0) > 0 ? 'retried' : 'line'} />
            Retried <b>{countText(progress?.retried ?? 0)}</b>
          </li>
        </ul>
      </div>
      <RateChart
        seconds={history.seconds}
        asked={history.asked}
        achieved={history.achieved}
        label={`Events per second over the last minute: ${asked} asked, ${achieved} achieved`}
      />
      <TickStrip
        className="rug"
        ticks={history.requests.map(({ ms, outcome }): StripTick => ({
          height: ms / longest,
          tone: TONES[outcome],
        }))}
        label={`Latency of the last ${history.requests.length} requests, up to ${msText(longest)} milliseconds`}
      />
      <figcaption className="hint rug-label">
        One tick per request: the taller, the slower the answer
        {history.requests.length > 0 && `, up to ${msText(longest)} ms`}.
      </figcaption>
    </figure>
  );
}

const TONES: Readonly<Record<'accepted' | 'retried' | 'failed', Tone>> = {
  accepted: 'accepted',
  retried: 'retried',
  failed: 'failed',
};

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
