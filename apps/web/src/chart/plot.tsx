import type { LoggedRequest } from '../worker/report-protocol.ts';
import { latencyLabel, Requests } from './requests.tsx';
import type { Level } from '../state/history.ts';
import type { Mark } from '../state/marks.ts';
import type { FaultSpan } from '../state/run-events.ts';
import { pathsOf, pixel, placeLabels, type Scales } from './layout.ts';
import { rateScale, timeLabels, timeText, windowOf, type Window } from './window.ts';
import { memo } from 'react';
import { useWidth } from '../ui/use-width.ts';

type DrawingProps = Parameters<typeof Plot>[0];

/** Requests of a running stream are drawn with its next second. */
function isSame(
  { requests: before, ...one }: DrawingProps,
  { requests: after, ...other }: DrawingProps,
): boolean {
  const others = new Map<string, unknown>(Object.entries(other));
  const isOtherwise = Object.entries(one).some(([name, value]) => others.get(name) !== value);
  return !isOtherwise && (other.live || before === after);
}

/** Is drawn again only when what it shows changes: once a second. Its text alternative changes more often. */
const Drawing = memo(Plot, isSame);

/**
 * Levels of finished seconds: asked (dashed), achieved (solid), and what is missing shaded. The second under way is empty. Fills
 * its parent.
 *
 * @param label text alternative
 */
export function RateChart({ label, ...props }: PlotProps & { readonly label: string }) {
  const [parent, width, height] = useWidth<HTMLDivElement>();
  return (
    <div ref={parent} className="plot" role="img" aria-label={label}>
      {width > 0 && height > 0 && <Drawing {...props} width={width} height={height} />}
    </div>
  );
}

/** Pixels: above the plot, of the times below it, of a character, and of the distance from a label to the plot. */
const ABOVE = 20;
const TIMES = 20;
/** Of the requests, below the times. A chart that is lower than this has no room for them. */
const LANE = 24;
const ROOMY = 120;
const CHARACTER = 7.5;
const GAP = 8;

const rates = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const rateText = (rate: number): string => (rate < 10_000 ? rate.toLocaleString('en') : rates.format(rate));

/** What a chart shows. */
export interface PlotProps {
  /** Seconds that are over, or longer levels, ascending. */
  readonly levels: readonly Level[];
  /** The last seconds that are shown. Default: ten minutes. */
  readonly mostSeconds?: number;
  /** Events per second planned for the second under way; undefined if nothing is planned. */
  readonly asked: number | undefined;
  /** Seconds since the start of the run. */
  readonly nowS: number;
  /** The run makes rows, so its end is now. */
  readonly live: boolean;
  readonly marks: readonly Mark[];
  readonly faults: readonly FaultSpan[];
  readonly requests: readonly LoggedRequest[];
}

/** A chart of so many pixels. */
export function Plot({
  levels,
  mostSeconds,
  asked,
  nowS,
  live,
  marks,
  faults,
  requests,
  width,
  height,
}: PlotProps & { readonly width: number; readonly height: number }) {
  const window = windowOf(levels[0]?.second ?? 0, nowS, mostSeconds);
  const shown = levels.filter(({ second, length = 1 }) => second + length > window.from);
  const { half, top } = rateScale(
    Math.max(asked ?? 0, ...shown.map(({ planned }) => planned ?? 0)),
    Math.max(0, ...shown.map(({ accepted }) => accepted)),
  );
  const labels = [...[half, top].map(rateText), latencyLabel(requests, window)];
  const gutter = Math.max(...labels.map(({ length }) => length)) * CHARACTER + GAP;
  const floor = Math.max(ABOVE + 1, height - TIMES - (height < ROOMY ? 0 : LANE));
  const axis = { gutter, width, floor };
  const scales = scalesOf(window, axis, top);
  const paths = pathsOf(shown, scales);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <clipPath id="plot-clip">
        <rect x={gutter} y="0" width={Math.max(0, width - gutter)} height={height} />
      </clipPath>
      <Faults faults={faults} window={window} x={scales.x} {...axis} />
      <RateAxis rates={[0, half, top]} y={scales.y} {...axis} />
      <g clipPath="url(#plot-clip)">
        <path className="ach-area" d={paths.area} />
        <path className="late" d={paths.behind} />
        <path className="asked" d={`${paths.asked}${live ? askedNow(shown, asked, window, scales) : ''}`} />
        <path className="ach" d={paths.achieved} />
      </g>
      <Marks marks={marks} window={window} x={scales.x} {...axis} />
      {live && <Now levels={shown} scales={scales} to={window.to} floor={floor} />}
      <TimeAxis window={window} live={live} x={scales.x} {...axis} />
      {height >= ROOMY && (
        <Requests
          requests={requests}
          window={window}
          x={scales.x}
          gutter={gutter}
          width={width}
          bottom={height - 2}
          height={LANE - 2}
        />
      )}
    </svg>
  );
}

const scalesOf = ({ from, to }: Window, { gutter, width, floor }: AxisProps, top: number): Scales => {
  const [plotWidth, plotHeight] = [width - gutter - 6, floor - ABOVE];
  return {
    x: (second) => gutter + ((second - from) / (to - from)) * plotWidth,
    y: (rate) => ABOVE + plotHeight * (1 - Math.min(rate, top) / top),
  };
};

const endOfLevel = ({ second, length = 1 }: Level): number => second + length;

/** The asked rate from the last finished second to now. */
function askedNow(
  shown: readonly Level[],
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
        ? `M${pixel(x(endOfLevel(last)))} `
        : 'V';
  return `${begin}${pixel(y(asked))}H${pixel(x(to))}`;
}

interface AxisProps {
  readonly gutter: number;
  readonly width: number;
  /** The lower end of the plot. */
  readonly floor: number;
}

interface TimedProps extends AxisProps {
  readonly window: Window;
  readonly x: Scales['x'];
}

const RateAxis = ({
  rates,
  gutter,
  width,
  y,
}: Omit<AxisProps, 'floor'> & { readonly rates: readonly number[]; readonly y: Scales['y'] }) =>
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

const TimeAxis = ({ window, live, gutter, width, floor, x }: TimedProps & { readonly live: boolean }) => (
  <>
    <text x={gutter} y={floor + 16}>
      {window.from === 0 ? 'start' : timeText(window.from, window)}
    </text>
    {timeLabels(window, width - gutter).map((second) => (
      <text key={second} x={pixel(x(second))} y={floor + 16} textAnchor="middle">
        {timeText(second, window)}
      </text>
    ))}
    <text x={width} y={floor + 16} textAnchor="end">
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
  floor,
  x,
}: TimedProps & { readonly marks: readonly Mark[] }) => {
  const shown = marks.filter(({ second }) => second >= window.from && second <= window.to);
  const lines = shown.map(({ second }) => pixel(x(second)));
  const labels = placeLabels(
    shown.map(({ second, text }) => ({ at: x(second), text })),
    { left: gutter, right: width, character: CHARACTER },
  );
  return (
    <>
      <path className="mark-line" d={lines.map((at) => `M${at} ${ABOVE - 6}V${floor}`).join('')} />
      {labels.map(({ centre, text }) => (
        <text key={centre} className="mark-text" x={pixel(centre)} y="12" textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  );
};

/** Bands of faults that were injected for a while, and of incidents, with their names. Incidents that should raise no alert are hatched. */
const Faults = ({
  faults,
  window,
  gutter,
  width,
  floor,
  x,
}: TimedProps & { readonly faults: readonly FaultSpan[] }) => {
  const bands = faults
    .map(({ from, to, name, incident }) => ({
      incident,
      left: Math.max(gutter, x(from)),
      right: Math.min(width - 6, x(Math.min(to ?? window.to, window.to))),
      name,
    }))
    .filter(({ left, right }) => right > left);
  const labels = placeLabels(
    bands.map(({ left, right, name }) => ({ at: (left + right) / 2, text: name })),
    { left: gutter, right: width, character: CHARACTER },
  );
  return (
    <>
      {bands.some(({ incident }) => incident === 'calm') && (
        <pattern id="plot-hatch" width="6" height="6" patternUnits="userSpaceOnUse">
          <path className="hatch" d="M-1 7 7 -1" />
        </pattern>
      )}
      {bands.map(({ left, right, name, incident }) => (
        <rect
          key={`${left} ${name}`}
          className={incident === undefined ? 'fault-band' : `fault-band is-${incident}`}
          {...(incident === 'calm' && { fill: 'url(#plot-hatch)' })}
          x={pixel(left)}
          y={ABOVE}
          width={pixel(right - left)}
          height={floor - ABOVE}
        />
      ))}
      {labels.map(({ centre, text }) => (
        <text key={centre} className="fault-text" x={pixel(centre)} y={ABOVE + 15} textAnchor="middle">
          {text}
        </text>
      ))}
    </>
  );
};

const Now = ({
  levels,
  scales: { x, y },
  to,
  floor,
}: {
  readonly levels: readonly Level[];
  readonly scales: Scales;
  readonly to: number;
  readonly floor: number;
}) => {
  const last = levels.at(-1);
  return (
    <>
      <path className="now-line" d={`M${pixel(x(to))} ${ABOVE - 6}V${floor}`} />
      {last !== undefined && (
        <circle className="now-dot" cx={pixel(x(endOfLevel(last)))} cy={pixel(y(last.accepted))} r="4.5" />
      )}
    </>
  );
};
