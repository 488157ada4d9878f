import type { JourneyFigure, JourneyMove, JourneyState } from '../worker/figures/figures-protocol.ts';

/** States shown at most: those with the most rows. Above one another at most. */
const STATES = 7;
const STACKED = 3;
/** Pixels: of the drawing, of a bar's width, of a line of text, and of the gap between two states of a layer. */
export const HEIGHT = 218;
export const BAR = 12;
export const LINE = 16;
const GAP = 12;
/** Below the states, for ways back. */
const BACK = 26;
const LEAST = 1.5;
/** Of an arrowhead. */
const HEAD = 5;

/** A state with its place. */
export interface PlacedState extends JourneyState {
  readonly x: number;
  readonly y: number;
  /** Height of its bar: its rows. */
  readonly bar: number;
  /** For words beside it. */
  readonly room: number;
  /** The way that most rows come. Absent: there is none. */
  readonly way?: { readonly share: number; readonly asked: number | undefined } | undefined;
}

/** A move between shown states. */
interface PlacedMove {
  readonly key: string;
  /** As an SVG path. */
  readonly path: string;
  /** Its arrowhead, if it needs one. */
  readonly head?: string;
  readonly thickness: number;
  /** Against the order of the layers, or within one. */
  readonly isBack: boolean;
}

/** A journey as a drawing. */
interface JourneyLayout {
  readonly states: readonly PlacedState[];
  readonly moves: readonly PlacedMove[];
  /** States that are not shown. */
  readonly others: number;
}

/** Places the states of a journey in layers from its beginning, and its moves as bands between them. Counts change no places. */
export function layoutOf({ states, moves }: JourneyFigure, width: number): JourneyLayout {
  const shown = shownStates(states);
  const layers = layersOf(shown, moves);
  const layerOf = new Map(layers.flatMap((layer, i) => layer.map((index) => [index, i] as const)));
  const isBack = ({ from, to }: JourneyMove): boolean => (layerOf.get(to) ?? 0) <= (layerOf.get(from) ?? -1);
  const hasBack = moves.some((move) => layerOf.has(move.from) && layerOf.has(move.to) && isBack(move));
  const room = width / layers.length;
  const slot = (HEIGHT - (hasBack ? BACK : 0)) / Math.max(...layers.map(({ length }) => length));
  const most = Math.max(1, ...shown.map((index) => states[index]?.rows ?? 0));
  const scale = (slot - GAP) / most;
  const places = new Map<number, PlacedState>();
  layers.forEach((layer, column) =>
    layer.forEach((index, line) => {
      const state = states[index];
      if (state === undefined) return;
      const place = { x: Math.round(column * room), y: Math.round(line * slot), room: room - BAR - 12 };
      const bar = state.rows === 0 ? 0 : Math.max(LEAST, state.rows * scale);
      places.set(index, { ...state, ...place, bar, way: wayTo(index, moves, states) });
    }),
  );
  return {
    states: [...places.values()],
    moves: placedMoves(moves, places, { scale, isBack, floor: HEIGHT - BACK }),
    others: states.length - shown.length,
  };
}

/** The share of the rows of its state, or of all beginnings, that come by the way that most come. */
function wayTo(
  index: number,
  moves: readonly JourneyMove[],
  states: readonly JourneyState[],
): PlacedState['way'] {
  const [best] = moves
    .filter(({ from, to }) => to === index && from !== to)
    .toSorted((one, other) => other.count - one.count);
  if (best === undefined || best.count === 0) return undefined;
  const begun = moves.reduce((sum, { from, count }) => sum + (from === -1 ? count : 0), 0);
  const of = states[best.from]?.rows ?? begun;
  // Another stream has the rows of the state before.
  return of < best.count ? undefined : { share: best.count / of, asked: best.asked };
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
    Array.from({ length: Math.ceil(layer.length / STACKED) }, (_, i) =>
      layer.slice(i * STACKED, (i + 1) * STACKED),
    ),
  );
}

/** Bands leave and reach a bar one below the other, in the order of the places they lead to. */
function placedMoves(
  moves: readonly JourneyMove[],
  places: ReadonlyMap<number, PlacedState>,
  drawing: {
    readonly scale: number;
    readonly isBack: (move: JourneyMove) => boolean;
    readonly floor: number;
  },
): readonly PlacedMove[] {
  const [left, reached] = [new Map<number, number>(), new Map<number, number>()];
  const take = (taken: Map<number, number>, index: number, thickness: number): number => {
    const before = taken.get(index) ?? 0;
    taken.set(index, before + thickness);
    return before;
  };
  return moves
    .toSorted((one, other) => (places.get(one.to)?.y ?? 0) - (places.get(other.to)?.y ?? 0))
    .flatMap((move): readonly PlacedMove[] => {
      const { from, to, count } = move;
      const [source, target] = [places.get(from), places.get(to)];
      if (source === undefined || target === undefined || from === to || count === 0) return [];
      const key = `${from} ${to}`;
      const thickness = Math.max(LEAST, count * drawing.scale);
      if (drawing.isBack(move))
        return [{ key, thickness, isBack: true, ...wayBack(source, target, drawing.floor) }];
      const [y1, y2] = [source.y + take(left, from, thickness), target.y + take(reached, to, thickness)];
      return [{ key, thickness, isBack: false, path: band(source.x + BAR, y1, target.x, y2, thickness) }];
    });
}

function band(x1: number, y1: number, x2: number, y2: number, thickness: number): string {
  const middle = (x1 + x2) / 2;
  const [below1, below2] = [y1 + thickness, y2 + thickness];
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}V${below2}C${middle} ${below2} ${middle} ${below1} ${x1} ${below1}Z`;
}

/** Below all states, with an arrowhead at the bar that it leads to. */
function wayBack(source: PlacedState, target: PlacedState, floor: number): Pick<PlacedMove, 'path' | 'head'> {
  const [x1, x2] = [source.x + BAR / 2, target.x + BAR / 2];
  const [y1, y2] = [source.y + source.bar, target.y + target.bar + 2 * HEAD];
  return {
    path: `M${x1} ${y1}C${x1} ${floor + BACK} ${x2} ${floor + BACK} ${x2} ${y2 - HEAD}`,
    head: `M${x2} ${y2 - 2 * HEAD}l${HEAD} ${2 * HEAD}h${-2 * HEAD}z`,
  };
}
