import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { loadLater } from '../../state/destinations.ts';
import type { Form } from '../../state/config.ts';
import { commandElsewhere } from '../../state/command.ts';
import { destinationOf, streamOf } from '../../state/settings.ts';
import type { State } from '../../state/state.ts';
import { findIn, type Find } from './finder.ts';
import './destination-search.css';

/** Finds destinations and settings by what people call them. Loaded after the step; all destinations load when it is used. */
export function DestinationSearch({
  form,
  schema,
  locked,
  onFind,
}: {
  readonly form: Form;
  readonly schema: Pick<State, 'template' | 'seed'>;
  readonly locked: boolean;
  /** Gets a destination or a setting. */
  readonly onFind: (find: Find) => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [note, setNote] = useState('');
  const [isReady, setReady] = useState(false);
  const found = isOpen && isReady ? findIn(destinationOf(form), text) : [];
  const active = Math.min(at, found.length - 1);
  const open = (typed: string): void => {
    loadLater().then(
      () => setReady(true),
      () => setNote('The search couldn’t be loaded. Reload the page.'),
    );
    setText(typed);
    setIsOpen(true);
    setAt(0);
    setNote('');
  };
  const choose = (each: Find): void => {
    setIsOpen(false);
    if (each.kind === 'command') {
      const command = commandElsewhere(each.name, { ...schema, config: streamOf(form) });
      return void copy(command).then(setNote);
    }
    setText('');
    onFind(each);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (isOpen) setAt(Math.min(Math.max(at + step, 0), found.length - 1));
      else open(text);
    } else if (event.key === 'Escape' && isOpen) setIsOpen(false);
    else if (event.key === 'Enter') found.slice(active, active + 1).forEach(choose);
    else return;
    event.preventDefault();
  };
  const activeId = active < 0 ? undefined : `${id}-${active}`;
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div className="find">
      <div>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.7 10.7 14 14" />
        </svg>
        <input
          role="combobox"
          aria-label="Search destinations and settings"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          placeholder="More: kafka, webhook, s3, late events"
          autoComplete="off"
          spellCheck={false}
          disabled={locked}
          value={text}
          onChange={({ currentTarget }) => open(currentTarget.value)}
          onClick={() => open(text)}
          onBlur={() => setIsOpen(false)}
          onKeyDown={press}
        />
        <span role="status">{isOpen && isReady && countText(found.length)}</span>
      </div>
      <div role="listbox" id={`${id}-list`} aria-label="Found" hidden={found.length === 0}>
        {found.map((each, i) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search has the focus and the keys
          <div
            key={`${each.kind} ${each.name}`}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(each)}
          >
            <b>{each.title}</b>
            <span>{each.detail}</span>
          </div>
        ))}
      </div>
      <p className="hint" role="status">
        {note}
      </p>
    </div>
  );
}

const countText = (count: number): string =>
  count === 0 ? 'Nothing has this name. HTTP reaches most services that take a POST' : `${count} found`;

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `Copied: ${text}`;
  } catch {
    // Not allowed: the command is there to be copied by hand.
    return `Copy this: ${text}`;
  }
}
