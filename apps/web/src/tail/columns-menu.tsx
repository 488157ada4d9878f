import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../ui/index.ts';
import { fieldsOf, namesOf } from './columns.ts';
import type { TailEvent } from './event.ts';

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
