import { useWidth } from '../ui/use-width.ts';
import type { FiguresReport, JourneyFigure } from '../worker/figures/figures-protocol.ts';
import { countText } from '../run/units.ts';
import { BAR, HEIGHT, layoutOf, LINE, type PlacedState } from './journey-layout.ts';
import { usePaced } from './use-paced.ts';

/** The states of journeys with their rows, and how many moved from one to another, from left to right. */
export function Journey({
  report,
  isLive,
}: {
  readonly report: FiguresReport | undefined;
  readonly isLive: boolean;
}) {
  const shown = usePaced(report?.journey, !isLive);
  const [box, width] = useWidth<HTMLDivElement>();
  if (shown === undefined) return null;
  const { states, moves, others } = layoutOf(shown, Math.max(1, width));
  return (
    <section className="journey-card" aria-label="Journey">
      <header>
        <h3>Journey</h3>
        <span>
          {others > 0 && `${others} more states, `}field <code>{shown.name}</code>
        </span>
      </header>
      <div ref={box} className="journey-box">
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-label={sentenceOf(shown)}>
            {moves.map(({ key, isBack, path, head }) => (
              <g key={key}>
                <path className={isBack ? 'move is-back' : 'move'} d={path} />
                {head !== undefined && <path className="move-head" d={head} />}
              </g>
            ))}
            {states.map((state) => (
              <State key={state.name} state={state} />
            ))}
          </svg>
        )}
      </div>
    </section>
  );
}

/** Pixels of a character: of a name, and of what is below it. */
const [NAME, SMALL] = [7.4, 6.6];

const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

/** The words beside a state, as many as its room takes. */
function State({ state: { name, rows, waiting, x, y, bar, room, way } }: { readonly state: PlacedState }) {
  const fits = Math.max(3, Math.floor(room / NAME));
  const whole = way?.asked === undefined ? '' : `, ${percent(way.asked)} asked`;
  const share = way === undefined ? '' : percent(way.share);
  const words = (share.length + whole.length) * SMALL <= room ? share + whole : share;
  const left = x + BAR + 6;
  return (
    <g>
      <title>{`${name}: ${countText(rows)} ${rows === 1 ? 'row' : 'rows'}, ${countText(waiting)} waiting${share === '' ? '' : `, ${share}${whole}`}`}</title>
      <rect className="state-bar" x={x} y={y} width={BAR} height={bar} />
      <text className="state-name" x={left} y={y + 12}>
        {name.length > fits ? `${name.slice(0, fits - 1)}…` : name}
      </text>
      <text className="state-rows" x={left} y={y + 12 + LINE}>
        {countText(rows)}
      </text>
      <text x={left} y={y + 12 + 2 * LINE}>
        {words}
      </text>
    </g>
  );
}

/** All of it, for those who do not see it. */
function sentenceOf({ name, states, moves }: JourneyFigure): string {
  const nameOf = (index: number): string => states[index]?.name ?? '';
  const rows = states.map((state) => `${countText(state.rows)} ${state.name}`).join(', ');
  const went = moves
    .filter(({ from, count }) => from >= 0 && count > 0)
    .map(({ from, to, count }) => `${countText(count)} from ${nameOf(from)} to ${nameOf(to)}`);
  return `Rows by ${name}: ${rows}.${went.length > 0 ? ` Moves: ${went.join(', ')}.` : ''}`;
}
