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
  const shown = requests.filter(({ second }) => second >= window.from && second <= window.to);
  const longest = shown.reduce((most, { ms }) => Math.max(most, ms), 0);
  return (
    <>
      <path className="grid-line" d={`M${gutter} ${bottom + 0.5}H${width}`} />
      {longest > 0 && (
        <text x={gutter - GAP} y={bottom - height + 9} textAnchor="end">
          {axisText(longest)}
        </text>
      )}
      {[...pathsOf(shown, { x, bottom, scale: height / Math.max(1, longest) })].map(([outcome, path]) => (
        <path key={outcome} className={`request c-${outcome}`} d={path} />
      ))}
    </>
  );
}

/** `85 ms`, `1.2 s`: short enough for the gutter. */
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
