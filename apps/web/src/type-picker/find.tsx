import type { KeyboardEvent, RefObject } from 'react';
import { optionId } from './options.tsx';
import type { Picker } from './use-picker.ts';

/** Moves of the active option, by key. */
const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };

/** The search box, which also moves through the list and uses the active type. */
export function Find({
  input,
  list,
  picker,
  onUse,
  onClose,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  /** Id of the list box. */
  readonly list: string;
  readonly picker: Picker;
  readonly onUse: () => void;
  readonly onClose: () => void;
}) {
  const { query, active } = picker;
  const onKeyDown = (event: KeyboardEvent): void => {
    const places = MOVES[event.key];
    if (places === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (places === undefined) onUse();
    else picker.move(places);
  };
  return (
    <div className="dlg-find">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="7" cy="7" r="4.5" />
        <path d="m10.5 10.5 3 3" />
      </svg>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(list, active.name)}
        aria-label="Search types by name or meaning"
        placeholder="Search types: price, ip, when, weighted"
        spellCheck={false}
        autoComplete="off"
        value={query}
        onChange={(event) => picker.search(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button className="mini" type="button" onClick={onClose}>
        Close <kbd>Esc</kbd>
      </button>
    </div>
  );
}
