import type { LoggedRequest } from '../worker/report-protocol.ts';
import { pixel, type Scales } from './layout.ts';
import type { Window } from './window.ts';

/** Pixels of the shortest tick, and between a label and the ticks. */
const LOWEST = 3;
const GAP = 8;

/** Requests on the axis of the rates, one tick each: the taller, the slower. Of several in a pixel, the tallest is seen. */
export function Requests({
  requests,
  window,
  gutter,
  width,
  x,
  bottom,
  height,
}: {
  readonly requests: readonly LoggedRequest[];
  readonly window: Window;
  readonly gutter: number;
  readonly width: number;
  readonly x: Scales['x'];
  readonly bottom: number;
  readonly height: number;
}) {
  const shown = within(requests, window);
  const longest = longestOf(shown);
  return (
    <>
      <path className="grid-line" d={`M${gutter} ${bottom + 0.5}H${width}`} />
      <text x={gutter - GAP} y={bottom - height + 9} textAnchor="end">
        {latencyLabel(requests, window)}
      </text>
      {[...pathsOf(shown, { x, bottom, scale: height / Math.max(1, longest) })].map(([outcome, path]) => (
        <path key={outcome} className={`request c-${outcome}`} d={path} />
      ))}
    </>
  );
}

/** The requests that a window shows. */
const within = (requests: readonly LoggedRequest[], { from, to }: Window): readonly LoggedRequest[] =>
  requests.filter(({ second }) => second >= from && second <= to);

const longestOf = (requests: readonly LoggedRequest[]): number =>
  requests.reduce((most, { ms }) => Math.max(most, ms), 0);

/** The label of the slowest request that a window shows; empty without any. */
export function latencyLabel(requests: readonly LoggedRequest[], window: Window): string {
  const longest = longestOf(within(requests, window));
  return longest > 0 ? axisText(longest) : '';
}

/** `85 ms`, `1.2 s`. */
const axisText = (ms: number): string =>
  ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

function pathsOf(
  requests: readonly LoggedRequest[],
  { x, bottom, scale }: { readonly x: Scales['x']; readonly bottom: number; readonly scale: number },
): ReadonlyMap<LoggedRequest['outcome'], string> {
  const paths = new Map<LoggedRequest['outcome'], string>();
  const tallest = new Map<string, number>();
  for (const { second, ms, outcome } of requests) {
    const place = `${outcome} ${Math.round(x(second))}`;
    const tall = Math.max(LOWEST, ms * scale);
    if (tall <= (tallest.get(place) ?? 0)) continue;
    tallest.set(place, tall);
    paths.set(outcome, `${paths.get(outcome) ?? ''}M${pixel(x(second))} ${bottom}v-${pixel(tall)}`);
  }
  return paths;
}
