import { keyOfEdge, type MapEdge, type MapModel, type MapNode } from './map-model.ts';

/** Heights of an entity, a stream, and of a journey's head and states, in pixels. */
const ENTITY = 46;
const STREAM = 50;
const HEAD = 32;
const STATE = 24;
const BETWEEN = 22;
/** States shown at most. */
export const STATES = 8;
/** Of the widest band, and of the narrowest. */
const [WIDEST, NARROWEST] = [20, 1.5];
const LABEL = { width: 66, height: 15 };

/** A place in the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An edge as a band. */
export interface PlacedEdge {
  readonly key: string;
  readonly edge: MapEdge;
  /** As an SVG path. */
  readonly path: string;
  readonly thickness: number;
  /** Absent where there is no room for it. */
  readonly label?: { readonly x: number; readonly y: number };
}

/** A map as a drawing. Counts change no places. */
export interface MapLayout {
  readonly height: number;
  readonly boxes: Readonly<Record<MapNode['list'], readonly Box[]>>;
  readonly edges: readonly PlacedEdge[];
}

/** Places entities on the left, journeys in the middle and streams on the right, each journey beside its streams. */
export function layoutOf(model: MapModel, width: number): MapLayout {
  const columns = model.journeys.length > 0 ? 3 : 2;
  const own = Math.min(150, Math.floor((width - (columns - 1) * 84) / columns));
  const right = width - own;
  const middle = Math.round(right / 2);
  const streams: Box[] = [];
  let y = 0;
  const stack = (journey: number | undefined, from: number): number => {
    let at = from;
    model.streams.forEach((stream, index) => {
      if (stream.journey !== journey) return;
      streams[index] = { x: right, y: at, width: own, height: STREAM };
      at += STREAM + BETWEEN;
    });
    return at;
  };
  // Streams without a journey first, so that their edges pass above the journeys.
  y = stack(undefined, 0);
  const journeys = model.journeys.map(({ states }, index) => {
    const height = HEAD + STATE * (Math.min(states.length, STATES) + (states.length > STATES ? 1 : 0)) + 8;
    const count = model.streams.filter(({ journey }) => journey === index).length;
    const streamsHeight = count * (STREAM + BETWEEN) - BETWEEN;
    const room = Math.max(height, streamsHeight);
    stack(index, y + (room - streamsHeight) / 2);
    const box = { x: middle, y: y + (room - height) / 2, width: own, height };
    y += room + BETWEEN;
    return box;
  });
  const needed = model.entities.length * (ENTITY + BETWEEN);
  const height = Math.max(y, needed) - BETWEEN;
  const each = (height + BETWEEN) / Math.max(1, model.entities.length);
  const entities = model.entities.map((_, i) => ({
    x: 0,
    y: Math.round(each * (i + 0.5) - (ENTITY + BETWEEN) / 2),
    width: own,
    height: ENTITY,
  }));
  const boxes = { entities, journeys, streams };
  return { height, boxes, edges: placed(model.edges, boxes, middle) };
}

function placed(edges: readonly MapEdge[], boxes: MapLayout['boxes'], middle: number): readonly PlacedEdge[] {
  const most = Math.max(1, ...edges.map(({ count }) => count));
  const taken: Required<PlacedEdge>['label'][] = [];
  return edges.flatMap((edge) => {
    const [source, target] = [boxes[edge.from.list][edge.from.index], boxes[edge.to.list][edge.to.index]];
    if (source === undefined || target === undefined) return [];
    const [x1, x2] = [source.x + source.width, target.x];
    const y1 = portOf(source, edge, edges, 'from');
    const y2 = portOf(target, edge, edges, 'to');
    const thickness = Math.max(NARROWEST, (edge.count / most) * WIDEST);
    // Past the journeys it is straight.
    const end = edge.from.list === 'entities' && edge.to.list === 'streams' ? Math.min(x2, middle) : x2;
    const bend = (end - x1) / 2;
    const path = `M${x1} ${y1}C${x1 + bend} ${y1} ${end - bend} ${y2} ${end} ${y2}H${x2}`;
    const label = { x: Math.round((x1 + end) / 2), y: Math.round((y1 + y2) / 2 - thickness / 2 - 4) };
    const isFree = taken.every(
      ({ x, y }) => Math.abs(x - label.x) >= LABEL.width || Math.abs(y - label.y) >= LABEL.height,
    );
    if (isFree) taken.push(label);
    return [{ key: keyOfEdge(edge), edge, path, thickness, ...(isFree && { label }) }];
  });
}

/** Where an edge meets a box: those of a side are evenly apart. */
function portOf(box: Box, edge: MapEdge, edges: readonly MapEdge[], side: 'from' | 'to'): number {
  const beside = edges.filter(
    (other) => other[side].list === edge[side].list && other[side].index === edge[side].index,
  );
  return Math.round(box.y + (box.height * (beside.indexOf(edge) + 1)) / (beside.length + 1));
}
