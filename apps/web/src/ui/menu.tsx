import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import './menu.css';

/** An item of a menu. */
export interface MenuItem {
  readonly label: string;
  /** More words, below the label. */
  readonly detail?: string;
  readonly onChoose: () => void;
}

/** A button with a menu in groups. Arrow keys, first letters, Home and End lead through it; Escape and Tab close it. */
export function MenuButton({
  label,
  detail,
  groups,
  disabled = false,
}: {
  readonly label: string;
  /** Read after the label, not shown. */
  readonly detail?: string;
  readonly groups: readonly (readonly MenuItem[])[];
  readonly disabled?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      className="menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={disabled}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {label}
        {detail !== undefined && <span className="sr">, {detail}</span>}
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="m2.5 4.500 3.500 3.500 3.500-3.500" />
        </svg>
      </button>
      {isOpen && <List label={label} groups={groups} onClose={close} />}
    </div>
  );
}

/** Steps of keys; Home and End lead to the ends. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  Home: -Infinity,
  End: Infinity,
};

const CLOSES: readonly string[] = ['Escape', 'Tab'];
const LETTER = /^[\p{L}\p{N}]$/u;

const moves = (key: string): boolean => STEPS[key] !== undefined;

/** The button that a key leads to, from the focused one. */
function moved(buttons: readonly HTMLButtonElement[], key: string): HTMLButtonElement | undefined {
  const step = STEPS[key] ?? 0;
  if (!Number.isFinite(step)) return buttons.at(step < 0 ? 0 : -1);
  const at = buttons.findIndex((each) => each === document.activeElement);
  return buttons.at((at + step) % buttons.length);
}

/** Letters typed this soon after one another are one beginning of a label, in milliseconds. */
const TYPED_MS = 700;

function List({
  label,
  groups,
  onClose,
}: {
  readonly label: string;
  readonly groups: readonly (readonly MenuItem[])[];
  readonly onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', atMs: 0 });
  useEffect(() => {
    // Below the window, it would be found by those who scroll only.
    list.current?.scrollIntoView({ block: 'nearest' });
    list.current?.querySelector('button')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { key, timeStamp } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const isTyping = timeStamp - typed.current.atMs < TYPED_MS;
    if (CLOSES.includes(key)) onClose();
    else if (moves(key)) moved(buttons, key)?.focus();
    else if (LETTER.test(key) || (key === ' ' && isTyping)) {
      typed.current = { text: (isTyping ? typed.current.text : '') + key.toLowerCase(), atMs: timeStamp };
      const { text } = typed.current;
      buttons.find(({ textContent }) => textContent.toLowerCase().startsWith(text))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="menu-list" role="menu" tabIndex={-1} ref={list} aria-label={label} onKeyDown={onKeyDown}>
      {groups.map((items, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups have no other identity
        <div role="group" key={n}>
          {items.map(({ label: text, detail, onChoose }, i) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={n === 0 && i === 0 ? 0 : -1}
              onClick={() => {
                onClose();
                onChoose();
              }}
            >
              {text}
              {detail !== undefined && <small>{detail}</small>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
