import { isObject, jsonOf } from '@catbird/engine';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../ui/index.ts';
import type { TailEvent } from './event.ts';

/** A column of the tail: a field of the events. */
export interface Column {
  readonly name: string;
  /** In pixels. The last column takes the rest. */
  readonly width: number;
  /** All values but null are numbers: they are aligned to the right. */
  readonly isNumber: boolean;
}

/** The fields of an event by name, in order; undefined if its line is not a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Widths of a character and of the space between two columns, in pixels, and of a value, in characters. */
export const CHARACTER = 7.3;
const GAP = 14;
const [LEAST, MOST] = [4, 18];

/** The fields of an event's line. */
export function fieldsOf(line: string): Fields | undefined {
  const value = jsonOf(line);
  return isObject(value) ? value : undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\d[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:\d\d)?$/;

/** A value in a cell: texts without quotation marks, of an instant the time of day, all others as JSON. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return INSTANT.exec(value)?.[1] ?? value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** Names of the fields that some events have: in the given order, then in that in which they appear. */
export function namesOf(
  events: readonly (Fields | undefined)[],
  order: readonly string[] = [],
): readonly string[] {
  const names = new Set(events.flatMap((fields) => Object.keys(fields ?? {})));
  return [...new Set([...order.filter((name) => names.has(name)), ...names])];
}

/** The first fields of some events that fit a width in pixels, but at least one. Wider ones are left out. @param order of their names */
export function columnsOf(
  events: readonly (Fields | undefined)[],
  room: number,
  order?: readonly string[],
): readonly Column[] {
  const known = events.filter((fields) => fields !== undefined);
  const columns: Column[] = [];
  let left = room;
  for (const name of namesOf(known, order)) {
    const column = columnOf(name, known);
    if (columns.length > 0 && column.width > left) continue;
    columns.push(column);
    left -= column.width;
  }
  return columns;
}

/** A column for a field of some events, whether they have it or not. */
export function columnOf(name: string, events: readonly (Fields | undefined)[]): Column {
  const values = events.map((fields) => fields?.[name]).filter((value) => value !== undefined);
  const present = values.filter((value) => value !== null);
  const longest = Math.max(name.length, ...values.map((value) => cellText(value).length));
  return {
    name,
    width: Math.ceil(Math.min(MOST, Math.max(LEAST, longest)) * CHARACTER + GAP),
    isNumber: present.length > 0 && present.every((value) => typeof value === 'number'),
  };
}

/** Whether columns still show what events have: they change only with the schema, so that nothing jumps. */
export function isCurrent(columns: readonly Column[], events: readonly (Fields | undefined)[]): boolean {
  const known = events.filter((fields) => fields !== undefined);
  if (known.length === 0) return true;
  return columns.length > 0 && columns.every(({ name }) => known.some((fields) => name in fields));
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The button at the foot of the tail, and the choice of columns that it opens. Escape and a press elsewhere close it. */
export function ColumnsMenu(props: {
  readonly events: readonly TailEvent[];
  /** Order of the names of columns. Default: that in which they appear. */
  readonly order?: readonly string[] | undefined;
  /** Names of the columns that are shown. */
  readonly shown: readonly string[];
  /** The columns are chosen: they are not those that fit. */
  readonly isChosen: boolean;
  /** Called with the names of columns; undefined: as many as fit. */
  readonly onChoose: (names: readonly string[] | undefined) => void;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const pressing = new AbortController();
    const press = ({ target }: PointerEvent): void => {
      if (target instanceof Node && place.current?.contains(target) === false) setOpen(false);
    };
    addEventListener('pointerdown', press, { signal: pressing.signal });
    return () => pressing.abort();
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key];
    if (!isOpen || (step === undefined && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) {
      setOpen(false);
      event.currentTarget.querySelector('button')?.focus();
    } else {
      const boxes = [...event.currentTarget.querySelectorAll('input')];
      const at = boxes.findIndex((box) => box === document.activeElement);
      boxes.at((at + step) % boxes.length)?.focus();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and focus of its button and menu arrive here
    <div
      className="tail-columns"
      ref={place}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className="link"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={props.events.length === 0}
        onClick={() => setOpen(!isOpen)}
      >
        Columns
      </button>
      {isOpen && <Menu id={id} {...props} />}
    </div>
  );
}

function Menu({
  id,
  events,
  order,
  shown,
  isChosen,
  onChoose,
}: Parameters<typeof ColumnsMenu>[0] & { readonly id: string }) {
  const menu = useRef<HTMLFieldSetElement>(null);
  // The list stands still while it is open.
  const [names] = useState(() => [
    ...new Set([
      ...namesOf(
        events.map(({ line }) => fieldsOf(line)),
        order,
      ),
      ...shown,
    ]),
  ]);
  useEffect(() => menu.current?.querySelector('input')?.focus(), []);
  return (
    <fieldset id={id} ref={menu} tabIndex={-1}>
      <legend className="sr">Columns</legend>
      <Button look="link" disabled={!isChosen} onClick={() => onChoose(undefined)}>
        As many as fit
      </Button>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={shown.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(names.filter((each) => (each === name ? checked : shown.includes(each))))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Names of chosen columns; undefined: none are chosen. A new run, whose events are counted from 0, begins without a choice.
 *
 * @param total events so far
 */
export function useChoice(total: number) {
  const [chosen, choose] = useState<readonly string[]>();
  const before = useRef(total);
  useEffect(() => {
    if (total < before.current) choose(undefined);
    before.current = total;
  }, [total]);
  return [chosen, choose] as const;
}
