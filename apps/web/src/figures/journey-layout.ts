import type { JourneyFigure, JourneyMove, JourneyState } from '../worker/figures/figures-protocol.ts';

/** States shown at most: those with the most rows. */
const STATES = 7;
/** States beside each other at most, and pixels: of a state, between those beside each other, and between layers. */
const ABREAST = 3;
export const STATE = { width: 124, height: 58 };
const BESIDE = 14;
const BETWEEN = 44;
/** Of the way in. */
const ABOVE = 34;
/** Of the widest band, and of the narrowest. */
const [WIDEST, NARROWEST] = [26, 1.5];
/** Of the box of a label. */
const LABEL = { width: 108, height: 28 };

/** A state with its place. */
export interface PlacedState extends JourneyState {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A move between shown states. */
export interface PlacedMove {
  readonly key: string;
  /** As an SVG path. */
  readonly path: string;
  readonly thickness: number;
  readonly count: number;
  /** Against the order of the layers, or within one. */
  readonly isBack: boolean;
  /** Absent where there is no room for it. */
  readonly label?: { readonly x: number; readonly y: number };
  /** Of the rows of its state, so far. */
  readonly share: number;
  readonly asked: number | undefined;
}

/** A journey as a drawing. */
export interface JourneyLayout {
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly moves: readonly PlacedMove[];
  /** States that are not shown. */
  readonly others: number;
}

/** Places the states of a journey in layers from its beginning, and its moves as bands between them. Counts change no places. */
export function layoutOf({ states, moves }: JourneyFigure, width: number): JourneyLayout {
  const shown = shownStates(states);
  const layers = layersOf(shown, moves);
  const places = new Map<number, PlacedState>();
  layers.forEach((layer, row) => {
    const own = Math.min(STATE.width, (width - BESIDE * (layer.length - 1)) / layer.length);
    const room = width / layer.length;
    layer.forEach((index, i) => {
      const state = states[index];
      if (state === undefined) return;
      const x = Math.round(room * (i + 0.5) - own / 2);
      places.set(index, { ...state, x, y: ABOVE + row * (STATE.height + BETWEEN), width: own });
    });
  });
  return {
    height: ABOVE + layers.length * (STATE.height + BETWEEN) - BETWEEN + 2,
    states: [...places.values()],
    moves: placedMoves(moves, places),
    others: states.length - shown.length,
  };
}

/** Indexes of the states with the most rows, in the order of the schema. */
function shownStates(states: readonly JourneyState[]): readonly number[] {
  const all = [...states.keys()];
  if (all.length <= STATES) return all;
  return all
    .toSorted((one, other) => (states[other]?.rows ?? 0) - (states[one]?.rows ?? 0))
    .slice(0, STATES)
    .toSorted((one, other) => one - other);
}

/** States by the number of moves from the likeliest beginning; at most three in a layer. */
function layersOf(shown: readonly number[], moves: readonly JourneyMove[]): readonly (readonly number[])[] {
  const likelier = (one: JourneyMove, other: JourneyMove): JourneyMove =>
    (other.asked ?? other.count) > (one.asked ?? one.count) ? other : one;
  const begins = moves.filter(({ from, to }) => from === -1 && shown.includes(to));
  const [first = 0] = shown;
  const root = begins.length === 0 ? first : begins.reduce(likelier).to;
  const depths = new Map([[root, 0]]);
  for (const [index, depth] of depths)
    for (const to of shown)
      if (!depths.has(to) && moves.some((move) => move.from === index && move.to === to))
        depths.set(to, depth + 1);
  const deepest = Math.max(...depths.values());
  const layers = Array.from({ length: deepest + 1 }, (_, depth) =>
    shown.filter((index) => (depths.get(index) ?? deepest) === depth),
  );
  return layers.flatMap((layer) =>
    Array.from({ length: Math.ceil(layer.length / ABREAST) }, (_, i) =>
      layer.slice(i * ABREAST, (i + 1) * ABREAST),
    ),
  );
}

function placedMoves(
  moves: readonly JourneyMove[],
  places: ReadonlyMap<number, PlacedState>,
): readonly PlacedMove[] {
  const most = Math.max(1, ...moves.map(({ count }) => count));
  const begun = moves.reduce((sum, { from, count }) => sum + (from === -1 ? count : 0), 0);
  const taken: Required<PlacedMove>['label'][] = [];
  return moves
    .toSorted((one, other) => other.count - one.count)
    .flatMap(({ from, to, count, asked }) => {
      const [source, target] = [places.get(from), places.get(to)];
      if (target === undefined || from === to || (from >= 0 && source === undefined)) return [];
      const drawn = source === undefined ? wayIn(target) : wayBetween(source, target);
      const { label } = drawn;
      const isFree =
        label !== undefined &&
        count > 0 &&
        taken.every(
          ({ x, y }) => Math.abs(x - label.x) >= LABEL.width || Math.abs(y - label.y) >= LABEL.height,
        );
      if (isFree) taken.push(label);
      const share = count / Math.max(1, source?.rows ?? begun);
      const thickness = Math.max(NARROWEST, (count / most) * WIDEST);
      const { path, isBack } = drawn;
      return [
        { key: `${from} ${to}`, path, isBack, thickness, count, share, asked, ...(isFree && { label }) },
      ];
    });
}

type Way = Pick<PlacedMove, 'path' | 'isBack' | 'label'>;

/** The beginning of journeys, from above. */
function wayIn({ x, y, width }: PlacedState): Way {
  const middle = x + width / 2;
  return { path: `M${middle} ${y - ABOVE}V${y}`, isBack: false, label: { x: middle, y: y - ABOVE / 2 } };
}

function wayBetween(source: PlacedState, target: PlacedState): Way {
  const [x1, x2] = [source.x + source.width / 2, target.x + target.width / 2];
  if (target.y > source.y) {
    const [y1, y2] = [source.y + STATE.height, target.y];
    const bend = (y2 - y1) / 2;
    const isNext = y2 - y1 <= BETWEEN;
    return {
      path: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`,
      isBack: false,
      label: { x: isNext ? (x1 + x2) / 2 : x1 + (x2 - x1) * 0.85, y: y2 - BETWEEN / 2 },
    };
  }
  // Around the side on which they are nearer to the edge.
  const side = x1 + x2 < source.width + target.width + 2 * BESIDE ? -1 : 1;
  const [from, to] = [x1 + (side * source.width) / 2, x2 + (side * target.width) / 2];
  const [y1, y2] = [source.y + STATE.height / 2 - 8, target.y + STATE.height / 2 + 8];
  return {
    path: `M${from} ${y1}C${from + side * 22} ${y1} ${to + side * 22} ${y2} ${to} ${y2}`,
    isBack: true,
  };
}
