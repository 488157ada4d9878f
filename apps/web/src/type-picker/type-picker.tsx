import { useId, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useModal } from '../ui/use-modal.ts';
import { Details } from './details.tsx';
import { countsOf, GROUPS } from './matches.ts';
import { optionId, Options } from './options.tsx';
import { OWN_TYPE } from './own-values.ts';
import { usePicker, type Picker } from './use-picker.ts';
import '../ui/dialog.css';
import './type-picker.css';

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

/** Props of the type picker. */
export interface TypePickerProps {
  /** The present type of the field. */
  readonly current?: string | undefined;
  /** Name of the field, for suggestions. */
  readonly field?: string | undefined;
  /** Called before it closes. `params`: values that were typed in place of a type. */
  readonly onUse: (type: string, params?: readonly string[]) => void;
  /** Called once it is closed, and the focus is where it was. */
  readonly onClose: () => void;
}

/** A dialog that finds a generator type by name, meaning and synonyms, with values of each. */
export function TypePicker({ current, field = '', onUse, onClose }: TypePickerProps) {
  const { close, props } = useModal(onClose);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const picker = usePicker(current, field);
  const { query, found, active, own } = picker;
  useLayoutEffect(() => input.current?.focus(), []);
  const use = (type: string, params?: readonly string[]): void => {
    onUse(type, params);
    close();
  };
  const useBest = (): void => {
    if (active !== undefined) use(active.name);
    else if (own.length > 0) use(OWN_TYPE, own);
  };
  return (
    <dialog
      className="dlg tp"
      aria-label={field === '' ? 'Choose a type' : `Choose a type for ${field}`}
      {...props}
    >
      <Find input={input} list={list} picker={picker} onUse={useBest} onClose={close} />
      <div className="tp-body">
        <Groups picker={picker} onChoose={() => input.current?.focus()} />
        <div className="tp-results">
          <p className="tp-found" role="status">
            {countText(picker)}
          </p>
          {own.length > 0 && (
            <button type="button" className="tp-own" onClick={() => use(OWN_TYPE, own)}>
              <b>Use your own values</b>
              <span>One of: {own.join(', ')}</span>
            </button>
          )}
          <Options
            id={list}
            found={found}
            query={query}
            active={active?.name}
            onChoose={picker.choose}
            onUse={use}
          />
        </div>
        {active !== undefined && <Details type={active} onUse={useBest} />}
      </div>
      <Foot field={field} />
    </dialog>
  );
}

function countText({ types, failure, query, found }: Picker): string {
  if (types.length === 0) return failure ?? 'Loading types';
  const typed = query.trim();
  const count = found.filter(({ isClose }) => !isClose).length;
  if (typed === '') return `${count} types`;
  return `${count === 0 ? 'No type matches' : count === 1 ? '1 type matches' : `${count} types match`} “${typed}”`;
}

const Groups = ({ picker, onChoose }: { readonly picker: Picker; readonly onChoose: () => void }) => {
  const { types, group } = picker;
  const counts = useMemo(() => countsOf(types), [types]);
  return (
    <div className="tp-groups" role="group" aria-label="Groups">
      {GROUPS.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === group}
          onClick={() => {
            picker.show(name);
            onChoose();
          }}
        >
          {name}
          <span aria-hidden="true">{counts.get(name)}</span>
        </button>
      ))}
    </div>
  );
};

const Foot = ({ field }: { readonly field: string }) => (
  <div className="tp-foot">
    {field !== '' && (
      <span>
        For <b>{field}</b>
      </span>
    )}
    <span className="tp-keys">
      <kbd>↑</kbd> <kbd>↓</kbd> to move, <kbd>↵</kbd> to use
    </span>
  </div>
);
