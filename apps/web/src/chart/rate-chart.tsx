import { useEffect, useRef, useState } from 'react';
import type { SecondReport } from '../worker/protocol.ts';
import { pathsOf, pixel, type Scales } from './levels.ts';
import type { Mark } from '../state/marks.ts';
import { placeLabels } from './mark-labels.ts';
import { rateScale, timeLabels, timeText, windowOf, type Window } from './window.ts';

/** Pixels: of the whole, above and below the plot, of a character, and of the distance from a label to the plot. */
const HEIGHT = 232;
const ABOVE = 26;
const BELOW = 22;
const CHARACTER = 7.5;
const GAP = 8;

const rates = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const rateText = (rate: number): string => (rate < 10_000 ? rate.toLocaleString('en') : rates.format(rate));

/**
 * Levels of finished seconds: asked (dashed), achieved (solid), and what is missing shaded. The second under way is empty. Fills
 * the width of its parent.
 */
export function RateChart({
  seconds,
  asked,
  nowS,
  live,
  marks,
  label,
}: {
  readonly seconds: readonly SecondReport[];
  /** Events per second planned for the second under way; undefined if nothing is planned. */
  readonly asked: number | undefined;
  /** Seconds since the start of the run. */
  readonly nowS: number;
  /** The run continues, so its end is now. */
  readonly live: boolean;
  readonly marks: readonly Mark[];
  /** Text alternative. */
  readonly label: string;
}) {
  const [parent, width] = useWidth();
  const window = windowOf(seconds[0]?.second ?? 0, nowS);
  const shown = seconds.filter(({ second }) => second >= window.from - 1);
  const { half, top } = rateScale(
    Math.max(asked ?? 0, ...shown.map(({ planned }) => planned ?? 0)),
    Math.max(0, ...shown.map(({ accepted }) => accepted)),
  );
  const gutter = Math.max(...[half, top].map((rate) => rateText(rate).length)) * CHARACTER + GAP;
  const scales = scalesOf(window, gutter, width, top);
  const paths = pathsOf(shown, scales);
  return (
    <div ref={parent} className="plot">
      {width > 0 && (
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
          <clipPath id="plot-clip">
            <rect x={gutter} y="0" width={Math.max(0, width - gutter)} height={HEIGHT} />
          </clipPath>
          <RateAxis rates={[0, half, top]} gutter={gutter} width={width} y={scales.y} />
          <g clipPath="url(#plot-clip)">
            <path className="ach-area" d={paths.area} />
            <path className="late" d={paths.behind} />
            <path className="asked" d={`${paths.asked}${askedNow(shown, asked, window, scales)}`} />
            <path className="ach" d={paths.achieved} />
          </g>
          <Marks marks={marks} window={window} gutter={gutter} width={width} x={scales.x} />
          {live && <Now seconds={shown} scales={scales} to={window.to} />}
          <TimeAxis window={window} live={live} gutter={gutter} width={width} x={scales.x} />
        </svg>
      )}
    </div>
  );
}

const scalesOf = ({ from, to }: Window, gutter: number, width: number, top: number): Scales => {
  const [plotWidth, plotHeight] = [width - gutter - 6, HEIGHT - ABOVE - BELOW];
  return {
    x: (second) => gutter + ((second - from) / (to - from)) * plotWidth,
    y: (rate) => ABOVE + plotHeight * (1 - Math.min(rate, top) / top),
  };
};

/** The asked rate from the last finished second to now. */
function askedNow(
  shown: readonly SecondReport[],
  asked: number | undefined,
  { from, to }: Window,
  { x, y }: Scales,
): string {
  if (asked === undefined) return '';
  const last = shown.at(-1);
  const begin =
    last === undefined
      ? `M${pixel(x(from))} `
      : last.planned === undefined
        ? `M${pixel(x(last.second + 1))} `
        : 'V';
  return `${begin}${pixel(y(asked))}H${pixel(x(to))}`;
}

interface AxisProps {
  readonly gutter: number;
  readonly width: number;
}

const RateAxis = ({
  rates,
  gutter,
  width,
  y,
}: AxisProps & { readonly rates: readonly number[]; readonly y: Scales['y'] }) =>
  rates.map((rate) => {
    const at = pixel(y(rate));
    return (
      <g key={rate}>
        <path className="grid-line" d={`M${gutter} ${at}H${width}`} />
        <text x={gutter - GAP} y={at + 4} textAnchor="end">
          {rateText(rate)}
        </text>
      </g>
    );
  });

const TimeAxis = ({
  window,
  live,
  gutter,
  width,
  x,
}: AxisProps & { readonly window: Window; readonly live: boolean; readonly x: Scales['x'] }) => (
  <>
    <text x={gutter} y={HEIGHT - 4}>
      {window.from === 0 ? 'start' : timeText(window.from, window)}
    </text>
    {timeLabels(window, width - gutter).map((second) => (
      <text key={second} x={pixel(x(second))} y={HEIGHT - 4} textAnchor="middle">
        {timeText(second, window)}
      </text>
    ))}
    <text x={width} y={HEIGHT - 4} textAnchor="end">
      {live ? 'now' : endText(window)}
    </text>
  </>
);

/** The end of a run to a tenth of a second, while that is visible. */
const endText = (window: Window): string =>
  window.to < 60 ? `${window.to.toFixed(1)} s` : timeText(window.to, window);

const Marks = ({
  marks,
  window,
  gutter,
  width,
  x,
}: AxisProps & { readonly marks: readonly Mark[]; readonly window: Window; readonly x: Scales['x'] }) => {
  const shown = marks.filter(({ second }) => second >= window.from && second <= window.to);
  const lines = shown.map(({ second }) => pixel(x(second)));
  const labels = placeLabels(
    shown.map(({ second, text }) => ({ at: x(second), text })),
    { left: gutter, right: width, character: CHARACTER },
  );
  return (
    <>
      <path className="mark-line" d={lines.map((at) => `M${at} ${ABOVE - 6}V${HEIGHT - BELOW}`).join('')} />
      {labels.map(({ centre, text }) => (
        <text key={centre} className="mark-text" x={pixel(centre)} y="14" textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  );
};

const Now = ({
  seconds,
  scales: { x, y },
  to,
}: {
  readonly seconds: readonly SecondReport[];
  readonly scales: Scales;
  readonly to: number;
}) => {
  const last = seconds.at(-1);
  return (
    <>
      <path className="now-line" d={`M${pixel(x(to))} ${ABOVE - 6}V${HEIGHT - BELOW}`} />
      {last !== undefined && (
        <circle className="now-dot" cx={pixel(x(last.second + 1))} cy={pixel(y(last.accepted))} r="4.5" />
      )}
    </>
  );
};

/** The width of an element in pixels; 0 before it is laid out. */
function useWidth(): [React.RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const resized = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (element.current !== null) resized.observe(element.current);
    return () => resized.disconnect();
  }, []);
  return [element, width];
}
