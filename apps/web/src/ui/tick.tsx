/** Meaning of a colour. `line`: nothing yet, `muted`: no outcome, `now`: happening now. */
export type Tone = 'accepted' | 'retried' | 'failed' | 'behind' | 'now' | 'muted' | 'line';

/** A stroke in an outcome's colour, always beside text that says the same. `breathing` animates it. */
export const Tick = ({ tone, breathing = false }: { readonly tone: Tone; readonly breathing?: boolean }) => (
  <span className={`tick c-${tone}${breathing ? ' live' : ''}`} aria-hidden="true" />
);

/** A tick of a strip. */
export interface StripTick {
  /** 0 to 1, clamped. A tick of height 0 is still visible. */
  readonly height: number;
  readonly tone: Tone;
}

/** Pixels before scaling. */
const width = 928;
const tall = 48;
const step = 4;
const lowest = 3;

/** Ticks that fit; of more, the newest are shown. */
export const STRIP_TICKS = width / step;

/** Ticks from old (left) to new (right edge). `label` is the text alternative. */
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
