import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import {
  Axes,
  CURVE_HEIGHT,
  Line,
  newScale,
  Selected,
  topOf,
  type CurveDrawing,
  type CurveScale,
} from './curve-drawing.tsx';
import { addPoint, movePoint, pressKey, snapped, type CurvePoint, type CurveState } from './curve-points.ts';

/** Props of a curve. */
export interface CurveProps extends CurveDrawing {
  /** The group's accessible name. */
  readonly label: string;
  readonly disabled?: boolean;
  /** Called for every change, also while a point is dragged. */
  readonly onState: (state: CurveState) => void;
  /** Called when a change is complete: after a key or a click, and when a dragged point is let go. */
  readonly onSettle?: () => void;
}

/**
 * A curve of points with straight lines between them. Drag a point, click to add one. With the keyboard: arrow keys move a
 * point by one step and with Shift by ten, Page Up, Page Down, Home and End select, Delete removes.
 */
export function Curve(props: CurveProps) {
  const { label, state, domain, base, disabled = false, onState, onSettle } = props;
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(svg);
  // A point that is dragged to the top must not move the axis under the pointer.
  const [heldTop, setHeldTop] = useState<number>();
  const scale = newScale(width, domain.xMax, heldTop ?? topOf(state.points, (base?.y ?? 0) * 2));
  const help = useId();
  const pointAt = (event: PointerEvent): CurvePoint => {
    const { x, y } = scale.pointAt(placeIn(svg.current, event));
    return { x, y: snapped(y, domain.yStep) };
  };
  return (
    <div className="curve">
      <svg
        ref={svg}
        viewBox={`0 0 ${width} ${CURVE_HEIGHT}`}
        role="group"
        aria-label={label}
        aria-describedby={help}
      >
        <Line scale={scale} {...props} />
        <Axes scale={scale} {...props} />
        <rect
          className="room"
          x={scale.left}
          y={scale.top}
          width={scale.right - scale.left}
          height={scale.bottom - scale.top}
          onPointerUp={(event) => {
            if (disabled || event.button !== 0) return;
            onState(addPoint(state, pointAt(event), domain));
            onSettle?.();
          }}
        />
        <Points
          {...props}
          scale={scale}
          onHold={() => setHeldTop(scale.yTop)}
          onDrag={(selected, event) => {
            if (heldTop !== undefined) onState(movePoint({ ...state, selected }, pointAt(event), domain));
          }}
          onDrop={() => {
            if (heldTop !== undefined) onSettle?.();
            setHeldTop(undefined);
          }}
        />
        <Selected scale={scale} {...props} />
      </svg>
      <p className="sr" id={help}>
        Arrow keys move a point, with Shift by ten steps. Page Up and Page Down select another, Delete removes
        it.
      </p>
    </div>
  );
}

/** The points, as sliders. */
function Points({
  scale,
  state,
  domain,
  texts,
  disabled = false,
  onState,
  onSettle,
  onHold,
  onDrag,
  onDrop,
}: CurveProps & {
  readonly scale: CurveScale;
  readonly onHold: () => void;
  readonly onDrag: (selected: number, event: PointerEvent) => void;
  readonly onDrop: () => void;
}) {
  const { points, selected } = state;
  const group = useRef<SVGGElement>(null);
  const focusSelected = useFocusAfter(group, selected);
  const press = (event: KeyboardEvent): void => {
    // Alt with an arrow leads back and forward in the browser's history.
    const isOther = event.ctrlKey || event.metaKey || event.altKey;
    const next = disabled || isOther ? undefined : pressKey(state, event, domain);
    if (next === undefined) return;
    event.preventDefault();
    // Without a change nothing is rendered, and a later rendering must not move the focus.
    if (next.points !== points || next.selected !== selected) focusSelected();
    onState(next);
    onSettle?.();
  };
  const select = (i: number): void => {
    if (i !== selected) onState({ points, selected: i });
  };
  return (
    <g ref={group}>
      {points.map((point, i) => (
        <g key={i} className={i === selected ? 'point on' : 'point'}>
          <circle
            className="hit"
            cx={scale.x(point.x)}
            cy={scale.y(point.y)}
            r={14}
            role="slider"
            tabIndex={disabled || i !== selected ? -1 : 0}
            aria-label={`Point ${i + 1} of ${points.length}`}
            aria-orientation="vertical"
            aria-valuemin={0}
            aria-valuemax={domain.yMax}
            aria-valuenow={point.y}
            aria-valuetext={texts.spoken(point)}
            aria-disabled={disabled}
            onKeyDown={press}
            onFocus={() => select(i)}
            onPointerDown={(event) => {
              if (disabled || event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              onHold();
              select(i);
            }}
            onPointerMove={(event) => onDrag(i, event)}
            onPointerUp={onDrop}
            onPointerCancel={onDrop}
          />
          <circle
            className="mark-point"
            cx={scale.x(point.x)}
            cy={scale.y(point.y)}
            r={i === selected ? 6 : 5}
          />
        </g>
      ))}
    </g>
  );
}

/** A pointer's place in a picture, in its own pixels. */
function placeIn(svg: SVGSVGElement | null, { clientX, clientY }: PointerEvent) {
  const box = svg?.getBoundingClientRect();
  if (box === undefined || box.height === 0) return { x: 0, y: 0 };
  const size = CURVE_HEIGHT / box.height;
  return { x: (clientX - box.left) * size, y: (clientY - box.top) * size };
}

/** The width of a picture before it is measured. */
const USUAL_WIDTH = 420;

/** The element's width in pixels, so that texts in the picture keep their size. */
function useWidth(ref: RefObject<SVGSVGElement | null>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0);
      if (measured > 0) setWidth(measured);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** Returns a function that focuses the selected point after the next render. */
function useFocusAfter(group: RefObject<SVGGElement | null>, selected: number): () => void {
  const wanted = useRef(false);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    group.current?.querySelectorAll<SVGCircleElement>('.hit')[selected]?.focus();
  });
  return () => {
    wanted.current = true;
  };
}
