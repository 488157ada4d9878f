import { useState, type ReactNode } from 'react';
import { usePaced } from '../../../figures/use-paced.ts';
import { countText } from '../../../run/units.ts';
import type { CheckedConfig, StreamOfConfig } from '../../../state/streams.ts';
import { useWidth } from '../../../ui/use-width.ts';
import type { StreamsRun } from '../use-run.ts';
import { nameOf } from '../stream-text.ts';
import { layoutOf, STATES, type Box, type PlacedEdge } from './map-layout.ts';
import { edgeText, mapOf, sentenceOf, type MapModel } from './map-model.ts';
import './map.css';

/** With more streams, the map is folded. */
const MOST_STREAMS = 12;
/** A drawing needs this many pixels; a list takes its place. */
const LEAST_WIDTH = 460;

/** Where the rows of streams come from: entities, journeys and streams, with the rows that went between them. */
export function StreamMap({
  streams,
  check,
  run,
}: {
  readonly streams: readonly StreamOfConfig[];
  readonly check: CheckedConfig | undefined;
  readonly run: StreamsRun;
}) {
  const runs = usePaced(run.runs, !run.isRunning);
  const model = mapOf(streams, check, runs);
  if (model === undefined) return null;
  const isFolded = streams.length > MOST_STREAMS;
  const map = <Figure model={model} isRunning={run.isRunning} />;
  return (
    <section className="stream-map" aria-labelledby="map-title">
      <header>
        <h3 id="map-title" className="block-h">
          Where rows come from
        </h3>
        <p className="hint">Thickness is the count of rows.</p>
      </header>
      {isFolded ? <Folded>{map}</Folded> : map}
    </section>
  );
}

function Folded({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show map</summary>
      {isOpen && children}
    </details>
  );
}

interface FigureProps {
  readonly model: MapModel;
  readonly isRunning: boolean;
}

function Figure(props: FigureProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={box} className="map-box">
      {width > 0 &&
        (width < LEAST_WIDTH ? <List model={props.model} /> : <Drawing {...props} width={width} />)}
    </div>
  );
}

/** The sources of each stream, for narrow pages. */
const List = ({ model }: { readonly model: MapModel }) => (
  <ul className="map-list">
    {model.streams.map(({ name, accepted }) => (
      <li key={name}>
        <StreamLink name={name} />
        <span>{countText(accepted)} sent</span>
        <small>
          {model.edges
            .flatMap((edge) => (edge.streams.includes(name) ? sourceText(model, edge) : []))
            .join(', ')}
        </small>
      </li>
    ))}
  </ul>
);

const sourceText = (model: MapModel, { from }: MapModel['edges'][number]): string =>
  `${from.list === 'journeys' ? 'journey ' : ''}${model[from.list][from.index]?.name ?? ''}`;

const placeOf = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });

function Drawing({ model, isRunning, width }: FigureProps & { readonly width: number }) {
  const [lit, setLit] = useState<string>();
  const { height, boxes, edges } = layoutOf(model, width);
  return (
    <div className="map-plot" style={{ height }}>
      <svg width={width} height={height} role="img" aria-label={`${sentenceOf(model)}.`}>
        {edges.map((each) => (
          <Band
            key={each.key}
            placed={each}
            title={edgeText(model, each.edge)}
            lit={lit}
            isLive={isRunning}
          />
        ))}
        {model.entities.map(({ name, size }, i) => (
          <Node key={name} box={boxes.entities[i]} title={name} detail={`${countText(size)} of them`} />
        ))}
        {model.journeys.map((journey, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may have the same name
          <JourneyNode key={i} box={boxes.journeys[i]} {...journey} />
        ))}
        {edges.map(
          ({ key, label, edge }) =>
            label && (
              <text key={key} className="map-count" textAnchor="middle" x={label.x} y={label.y}>
                {countText(edge.count)}
              </text>
            ),
        )}
      </svg>
      {model.streams.map(({ name, accepted }, i) => {
        const box = boxes.streams[i];
        return (
          box && (
            <div
              key={name}
              className="map-stream"
              style={placeOf(box)}
              onPointerEnter={() => setLit(name)}
              onPointerLeave={() => setLit(undefined)}
              onFocus={() => setLit(name)}
              onBlur={() => setLit(undefined)}
            >
              <StreamLink name={name} />
              <small>{countText(accepted)} sent</small>
            </div>
          )
        );
      })}
    </div>
  );
}

/** A link to the stream's row in the table. */
const StreamLink = ({ name }: { readonly name: string }) => (
  <a
    href={`#stream-${name}`}
    onClick={(event) => {
      // The address stays: it has the config.
      event.preventDefault();
      const row = document.getElementById(`stream-${name}`);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'center' });
    }}
  >
    {nameOf({ name })}
  </a>
);

function Band({
  placed: { edge, path, thickness },
  title,
  lit,
  isLive,
}: {
  readonly placed: PlacedEdge;
  readonly title: string;
  /** A stream whose edges are brighter. */
  readonly lit: string | undefined;
  readonly isLive: boolean;
}) {
  const isLit = lit !== undefined && edge.streams.includes(lit);
  return (
    <g className={`map-edge is-${edge.kind}${isLit ? ' is-lit' : ''}`}>
      <title>{title}</title>
      <path strokeWidth={thickness} d={path} />
      {isLive && edge.kind === 'sent' && edge.count > 0 && (
        <circle className="map-dot" r="2.5">
          <animateMotion dur="2.4s" repeatCount="indefinite" path={path} />
        </circle>
      )}
    </g>
  );
}

/** Pixels of a character of a name. */
const CHARACTER = 7.4;

/** A name that fits. */
const fitted = (name: string, width: number): string => {
  const fits = Math.max(3, Math.floor((width - 24) / CHARACTER));
  return name.length > fits ? `${name.slice(0, fits - 1)}…` : name;
};

const Node = ({
  box,
  title,
  detail,
}: {
  readonly box: Box | undefined;
  readonly title: string;
  readonly detail: string;
}) =>
  box && (
    <g>
      <title>{`${title}, ${detail}`}</title>
      <rect className="map-node" {...box} rx="8" />
      <text className="map-name" x={box.x + 12} y={box.y + 19}>
        {fitted(title, box.width)}
      </text>
      <text x={box.x + 12} y={box.y + 36}>
        {detail}
      </text>
    </g>
  );

const JourneyNode = ({
  box,
  name,
  states,
}: {
  readonly box: Box | undefined;
  readonly name: string;
  readonly states: readonly string[];
}) =>
  box && (
    <g>
      <title>{`Journey ${name}: ${states.join(', ')}`}</title>
      <rect className="map-journey" {...box} rx="8" />
      <text x={box.x + 12} y={box.y + 21}>
        Journey <tspan className="map-name">{fitted(name, box.width - 44)}</tspan>
      </text>
      {states.slice(0, STATES).map((state, i) => (
        <text key={state} className="map-state" x={box.x + 12} y={box.y + 46 + i * 24}>
          {fitted(state, box.width)}
        </text>
      ))}
      {states.length > STATES && (
        <text x={box.x + 12} y={box.y + 46 + STATES * 24}>
          {states.length - STATES} more
        </text>
      )}
    </g>
  );
