import { useWidth } from '../ui/use-width.ts';
import type { FiguresReport, JourneyFigure } from '../worker/figures/figures-protocol.ts';
import { layoutOf, STATE, type PlacedMove, type PlacedState } from './journey-layout.ts';
import { usePaced } from './use-paced.ts';

/** The states of journeys with their rows, and how many moved from one to another. */
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
  const { height, states, moves, others } = layoutOf(shown, Math.max(1, Math.min(width, MOST_WIDTH)));
  return (
    <section className="journey-card" aria-label="Journey">
      <header>
        <h3>Journey</h3>
        <span>
          field <code>{shown.name}</code>
        </span>
      </header>
      <div ref={box} className="journey-box" style={{ minHeight: height }}>
        {width > 0 && (
          <svg width={Math.min(width, MOST_WIDTH)} height={height} role="img" aria-label={sentenceOf(shown)}>
            {moves.map((move) => (
              <path
                key={move.key}
                className={move.isBack ? 'move is-back' : 'move'}
                strokeWidth={move.isBack ? Math.min(3, move.thickness) : move.thickness}
                d={move.path}
              />
            ))}
            {states.map((state) => (
              <State key={state.name} state={state} />
            ))}
            {moves.map((move) => move.label && <MoveLabel key={move.key} move={move} at={move.label} />)}
          </svg>
        )}
      </div>
      {others > 0 && <p className="hint">{others} more states</p>}
    </section>
  );
}

const MOST_WIDTH = 460;

/** Pixels of a character of a name. */
const CHARACTER = 7.4;

const countText = (count: number): string => count.toLocaleString('en');
const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

const State = ({ state: { name, rows, waiting, x, y, width } }: { readonly state: PlacedState }) => {
  const fits = Math.max(3, Math.floor((width - 12) / CHARACTER));
  const middle = x + width / 2;
  return (
    <g>
      <title>{`${name}: ${countText(rows)} ${rows === 1 ? 'row' : 'rows'}, ${countText(waiting)} waiting`}</title>
      <rect className="state-box" x={x} y={y} width={width} height={STATE.height} rx="8" />
      <text className="state-name" x={middle} y={y + 19} textAnchor="middle">
        {name.length > fits ? `${name.slice(0, fits - 1)}…` : name}
      </text>
      <text className="state-rows" x={middle} y={y + 35} textAnchor="middle">
        {countText(rows)}
      </text>
      {waiting > 0 && (
        <text x={middle} y={y + 50} textAnchor="middle">
          {countText(waiting)} waiting
        </text>
      )}
    </g>
  );
};

const MoveLabel = ({
  move: { count, share, asked, key },
  at: { x, y },
}: {
  readonly move: PlacedMove;
  readonly at: { readonly x: number; readonly y: number };
}) =>
  key.startsWith('-1') ? (
    <text className="move-count" x={x + 18} y={y + 2}>
      {countText(count)} began
    </text>
  ) : (
    <text textAnchor="middle">
      <tspan className="move-count" x={x} y={y}>
        {countText(count)}
      </tspan>
      <tspan x={x} y={y + 14}>
        {percent(share)}
        {asked !== undefined && `, ${percent(asked)} asked`}
      </tspan>
    </text>
  );

/** All of it, for those who do not see it. */
function sentenceOf({ name, states, moves }: JourneyFigure): string {
  const nameOf = (index: number): string => states[index]?.name ?? '';
  const rows = states.map((state) => `${countText(state.rows)} ${state.name}`).join(', ');
  const went = moves
    .filter(({ from, count }) => from >= 0 && count > 0)
    .map(({ from, to, count }) => `${countText(count)} from ${nameOf(from)} to ${nameOf(to)}`);
  return `Rows by ${name}: ${rows}.${went.length > 0 ? ` Moves: ${went.join(', ')}.` : ''}`;
}
