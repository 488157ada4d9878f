import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Command, Move } from './commands.ts';
import type { Row } from './rows.ts';

/** What a row tells the table. The object stays the same, so that rows are drawn again only if they change. */
export interface RowEvents {
  run(id: string, command: Command | Move): void;
  /** Gives a field a name; returns what is wrong with it, if it is. */
  rename(id: string, name: string): string | undefined;
  /** The name, the menu or the like is closed. */
  close(id: string): void;
  /** Applies the repair of the row's problem. */
  fix(id: string): void;
  activate(id: string): void;
  /** A pointer has pressed the grip: it drags the field. */
  grab(id: string, grip: HTMLElement, pointerId: number): void;
}

/** What of a row is open. */
export type RowMode = 'naming' | 'menu' | undefined;

interface Entry {
  readonly command: Command;
  readonly label: string;
  readonly keys?: string;
  readonly isOff?: boolean;
}

const entriesOf = ({ chips, position, size }: Row): readonly Entry[] => [
  { command: 'rename', label: 'Rename', keys: 'F2' },
  { command: 'add', label: 'Add a field below', keys: 'Shift Enter' },
  { command: 'duplicate', label: 'Duplicate', keys: 'Ctrl D' },
  { command: 'up', label: 'Move up', keys: 'Alt ↑', isOff: position === 1 },
  { command: 'down', label: 'Move down', keys: 'Alt ↓', isOff: position === size },
  { command: 'hide', label: chips.includes('hidden') ? 'Show in the event' : 'Hide from the event' },
  { command: 'json', label: 'Edit in JSON' },
  { command: 'delete', label: 'Delete', keys: 'Del' },
];

/** The button at the end of a row, and its menu. */
export function RowMenu({
  row,
  isOpen,
  locked,
  tab,
  on,
}: {
  readonly row: Row;
  readonly isOpen: boolean;
  readonly locked: boolean;
  readonly tab: number;
  readonly on: RowEvents;
}) {
  return (
    <>
      <button
        type="button"
        className="icon"
        tabIndex={tab}
        aria-label={`More for ${row.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => on.run(row.id, 'menu')}
      >
        <svg viewBox="0 0 14 14" aria-hidden="true" className="dots">
          <path d="M3 7h.01M7 7h.01M11 7h.01" />
        </svg>
      </button>
      {isOpen && <Menu row={row} locked={locked} on={on} />}
    </>
  );
}

function Menu({ row, locked, on }: { readonly row: Row; readonly locked: boolean; readonly on: RowEvents }) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = menu;
    const scroller = current?.closest('.fields-scroll');
    // Focus scrolls as little as it must, which may leave most of the menu outside.
    current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus({ preventScroll: true });
    const reveal = (): void => current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    reveal();
    if (scroller === null || scroller === undefined) return undefined;
    // An error whose row is scrolled away takes a line below the table.
    const observer = new ResizeObserver(reveal);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, []);
  const close = (): void => {
    // The row takes the focus, unless what was chosen has taken it.
    menu.current?.closest<HTMLElement>('[role=row]')?.focus();
    on.close(row.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      close();
    } else if (step !== undefined) {
      event.preventDefault();
      const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons.at((at + step) % buttons.length)?.focus();
    }
  };
  return (
    <div
      className="pop"
      role="menu"
      tabIndex={-1}
      ref={menu}
      aria-label={`More for ${row.name}`}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) on.close(row.id);
      }}
    >
      {entriesOf(row).map(({ command, label, keys, isOff = false }) => (
        <button
          key={command}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={isOff || (locked && command !== 'json')}
          onClick={() => {
            close();
            on.run(row.id, command);
          }}
        >
          <span>{label}</span>
          {keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
        </button>
      ))}
    </div>
  );
}
