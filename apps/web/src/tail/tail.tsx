import { memo, useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { Button, Select } from '../ui/index.ts';
import { countText } from '../run/units.ts';
import { useWidth } from '../ui/use-width.ts';
import {
  CHARACTER,
  cellText,
  ColumnsMenu,
  columnOf,
  columnsOf,
  fieldsOf,
  isCurrent,
  useChoice,
  type Column,
  type Fields,
} from './columns-menu.tsx';
import { shownEvents, type EventOutcome, type TailEvent, type TailFilter } from './event.ts';
import { OpenedEvent, OUTCOME_TEXT, OutcomeMark } from './opened-event.tsx';
import { useHold, type TailList } from './use-hold.ts';

const FILTERS: readonly { readonly value: TailFilter; readonly label: string }[] = [
  { value: 'all', label: 'All outcomes' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'retried', label: 'Retried' },
  { value: 'lost', label: 'Rejected or failed' },
  { value: 'faults', label: 'With faults' },
];

const isSame = (one: TailEvent, other: TailEvent | undefined): boolean =>
  one.index === other?.index && one.stream === other.stream;

/**
 * The latest events with their outcomes, newest first. A row opens as JSON. The list stands still while a pointer moves on it
 * or the focus is on a row, and once it is paused. Screen readers are never told of new rows.
 */
export const Tail = memo(function Tail({
  events,
  total,
  order,
  hasTools,
}: TailList & {
  /** Names of columns, those that tell most first. Default: in the order in which they appear. */
  readonly order?: readonly string[] | undefined;
  /** With a filter of outcomes, a choice of columns, and a button that pauses the list. */
  readonly hasTools: boolean;
}) {
  const id = useId();
  const [filter, setFilter] = useState<TailFilter>('all');
  const [opened, setOpened] = useState<TailEvent>();
  const [chosen, choose] = useChoice(total);
  const [columns, setColumns] = useState<readonly string[]>([]);
  const { list, latest, isPaused, newer, pause, resume, touch, point, leave } = useHold({ events, total });
  const shown = useMemo(() => shownEvents(list.events, filter), [list, filter]);
  const open = (event: TailEvent): void => {
    pause();
    setOpened(isSame(event, opened) ? undefined : event);
  };
  return (
    <section className="tail" aria-labelledby={id}>
      <div className="tail-head">
        <h3 id={id}>Latest events</h3>
        {hasTools && (
          <>
            <Select
              className="select select-sm"
              aria-label="Show events"
              value={filter}
              options={FILTERS}
              onValue={setFilter}
            />
            <ColumnsMenu
              events={list.events}
              order={order}
              shown={chosen ?? columns}
              isChosen={chosen !== undefined}
              onChoose={choose}
            />
          </>
        )}
        {newer > 0 && <b>{countText(newer)} newer</b>}
        {(hasTools || isPaused) && (
          <Button look="link" onClick={isPaused ? resume : pause}>
            {isPaused ? 'Resume list' : 'Pause list'}
          </Button>
        )}
      </div>
      <div
        className="tail-body"
        onPointerMove={({ pointerType, movementX, movementY }) => {
          // A list that scrolls below the pointer does not hold.
          if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) point();
        }}
        onPointerLeave={leave}
        onFocus={touch}
        onBlur={leave}
      >
        {shown.length === 0 ? (
          <p className="hint">{total === 0 ? 'No events yet.' : 'No matches among the latest events.'}</p>
        ) : (
          <EventTable
            events={shown}
            opened={opened}
            onOpen={open}
            chosen={chosen}
            order={order}
            onColumns={setColumns}
          />
        )}
      </div>
      {opened !== undefined && (
        <OpenedEvent
          event={latest.events.find((event) => isSame(event, opened)) ?? opened}
          onClose={() => setOpened(undefined)}
        />
      )}
      <div className="tail-foot">
        <Key outcome="accepted" />
        <Key outcome="retried" />
        <span>
          <OutcomeMark outcome="failed" />
          rejected or failed
        </span>
        <Key outcome="in flight" />
      </div>
    </section>
  );
});

const Key = ({ outcome }: { readonly outcome: EventOutcome }) => (
  <span>
    <OutcomeMark outcome={outcome} />
    {OUTCOME_TEXT[outcome]}
  </span>
);

interface TableProps {
  readonly events: readonly TailEvent[];
  /** The row that is open. */
  readonly opened: TailEvent | undefined;
  readonly onOpen: (event: TailEvent) => void;
  /** Names of the columns to show. Undefined: as many as fit. */
  readonly chosen: readonly string[] | undefined;
  readonly order: readonly string[] | undefined;
  /** Called with the names of the columns that fit. */
  readonly onColumns: (names: readonly string[]) => void;
}

/** Room of the mark and the padding of the first column, of the names of streams and of those of faults, in pixels. */
const MARK = 42;
const STREAM = 90;
const FAULTS = 76;

const EventTable = memo(function EventTable({
  events,
  opened,
  onOpen,
  chosen,
  order,
  onColumns,
}: TableProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const rows = useMemo(() => events.map((event) => ({ event, fields: fieldsOf(event.line) })), [events]);
  const hasStreams = events.some(({ stream = '' }) => stream !== '');
  const hasFaults = events.some(({ faults }) => faults !== undefined);
  const first = MARK + countText(Math.max(0, ...events.map(({ index }) => index)) + 1).length * CHARACTER;
  const room = width - Math.ceil(first) - (hasStreams ? STREAM : 0) - (hasFaults ? FAULTS : 0);
  const columns = useColumns(
    rows.map(({ fields }) => fields),
    room,
    chosen,
    order,
  );
  useEffect(() => onColumns(columns.map(({ name }) => name)), [columns, onColumns]);
  const isWide = columns.reduce((sum, column) => sum + column.width, 0) > room;
  return (
    <div ref={box} className="tail-scroll">
      <table className={isWide ? 'tail-table is-wide' : 'tail-table'}>
        <caption className="sr">The latest events, newest first</caption>
        <colgroup>
          <col width={Math.ceil(first)} />
          {hasStreams && <col width={STREAM} />}
          {columns.map(({ name, width: each }, i) => (
            <col key={name} width={isWide || i < columns.length - 1 ? each : undefined} />
          ))}
          {hasFaults && <col width={FAULTS} />}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {hasStreams && <th scope="col">Stream</th>}
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" className={isNumber ? 'is-number' : undefined}>
                {name}
              </th>
            ))}
            {hasFaults && <th scope="col">Fault</th>}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its buttons arrive here */}
        <tbody onKeyDown={moveRow}>
          {/* By place: a fast stream has other events each time, and new elements cost more than new texts. */}
          {rows.map(({ event, fields }, place) => (
            <tr key={place} className={isSame(event, opened) ? 'is-open' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  tabIndex={place === 0 ? 0 : -1}
                  aria-expanded={isSame(event, opened)}
                  title={OUTCOME_TEXT[event.outcome]}
                  onClick={() => onOpen(event)}
                >
                  <OutcomeMark outcome={event.outcome} />
                  <span>
                    {countText(event.index + 1)}
                    <span className="sr">, {OUTCOME_TEXT[event.outcome]}</span>
                  </span>
                </button>
              </th>
              {hasStreams && <td>{event.stream}</td>}
              <Cells event={event} fields={fields} columns={columns} />
              {hasFaults && <td className="is-fault">{event.faults?.join(', ')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The rows are one stop of Tab: arrow keys lead from one to the next. */
function moveRow(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll('button')];
  rows[rows.findIndex((row) => row === document.activeElement) + step]?.focus();
}

/** The values of an event, or its line if that is no object. */
const Cells = ({
  event,
  fields,
  columns,
}: {
  readonly event: TailEvent;
  readonly fields: Fields | undefined;
  readonly columns: readonly Column[];
}) =>
  fields === undefined ? (
    <td colSpan={Math.max(1, columns.length)} className="is-raw">
      {event.line}
    </td>
  ) : (
    columns.map(({ name, isNumber }) => (
      <td key={name} className={isNumber ? 'is-number' : undefined}>
        {cellText(fields[name])}
      </td>
    ))
  );

/** The chosen columns, or those that fit. They stay as they are while events have their fields. */
function useColumns(
  rows: readonly (Fields | undefined)[],
  room: number,
  chosen: readonly string[] | undefined,
  order: readonly string[] | undefined,
): readonly Column[] {
  const [kept, setKept] = useState<Kept>(NO_COLUMNS);
  if (room <= 0) return NO_COLUMNS.columns;
  const isSame = hasSame(kept, { room, chosen, order });
  if (isSame && (chosen !== undefined || isCurrent(kept.columns, rows))) return kept.columns;
  const columns = chosen?.map((name) => columnOf(name, rows)) ?? columnsOf(rows, room, order);
  if (chosen !== undefined || columns.length > 0) setKept({ room, chosen, order, columns });
  return columns;
}

/** Columns with what they follow from. */
interface Kept {
  readonly room: number;
  readonly chosen: readonly string[] | undefined;
  readonly order: readonly string[] | undefined;
  readonly columns: readonly Column[];
}

const hasSame = (kept: Kept, { room, chosen, order }: Omit<Kept, 'columns'>): boolean =>
  kept.chosen === chosen && kept.order?.join() === order?.join() && Math.abs(kept.room - room) < CHARACTER;

const NO_COLUMNS: Kept = { room: 0, chosen: undefined, order: undefined, columns: [] };
