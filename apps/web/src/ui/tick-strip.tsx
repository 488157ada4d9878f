import type { Tone } from './tick.tsx';

/** One tick of a strip. */
export interface StripTick {
  /** 0 to 1; what is above or below is drawn as 1 or 0. The lowest tick still shows. */
  readonly height: number;
  readonly tone: Tone;
}

/** Pixels, before the strip is scaled to its place. */
const width = 928;
const tall = 48;
const step = 4;
const lowest = 3;

/** As many ticks as fit; of a longer list the newest are shown. */
export const STRIP_TICKS = width / step;

/** Ticks from left (older) to right (newest, at the right edge). `label` says in words what they show. */
export const TickStrip = ({
  ticks,
  label,
  className,
}: {
  readonly ticks: readonly StripTick[];
  readonly label: string;
  readonly className?: string;
}) => (
  <svg
    className={['ticks', className].filter(Boolean).join(' ')}
    viewBox={`0 0 ${width} ${tall}`}
    preserveAspectRatio="xMaxYMax slice"
    role="img"
    aria-label={label}
  >
    {[...pathsByTone(ticks.slice(-STRIP_TICKS))].map(([tone, path]) => (
      <path key={tone} className={`c-${tone}`} d={path} />
    ))}
  </svg>
);

function pathsByTone(ticks: readonly StripTick[]): ReadonlyMap<Tone, string> {
  const paths = new Map<Tone, string>();
  ticks.forEach(({ height, tone }, i) => {
    const x = width - (ticks.length - i) * step + 1;
    const pixels = Math.round(Math.max(lowest, Math.min(1, height) * tall));
    paths.set(tone, `${paths.get(tone) ?? ''}M${x} ${tall - pixels}h2v${pixels}h-2z`);
  });
  return paths;
}
