import '../ui/dialog.css';
import './palette.css';
import { templates } from '@catbird/core/internal/templates';
import { useEffect, useId, useLayoutEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { readFields } from '../schema-text/fields.ts';
import type { TypeSummary } from '../worker/type-protocol.ts';
import type { Command } from './command.ts';
import { entryOf, marked, matching, type Entry } from './entries.ts';
import { KeyCaps } from './key-caps.tsx';
import { useModal } from '../ui/use-modal.ts';

/** Props of the palette. */
export interface PaletteProps {
  readonly commands: readonly Command[];
  /** Returns what was typed before it opened. */
  readonly typed: () => string;
  /** The schema whose fields can be gone to. */
  readonly content: string;
  /** Why the schema cannot be changed or shown now. */
  readonly locked: string | undefined;
  readonly types: () => Promise<readonly TypeSummary[]>;
  readonly onTemplate: (name: string) => void;
  /** Shows a field in the schema. */
  readonly onField: (name: string) => void;
  /** Adds a field of a type. */
  readonly onType: (type: TypeSummary) => void;
  readonly onClose: () => void;
}

/** A search over everything that can be done: commands, places, templates, fields and types. Arrow keys choose, Enter runs. */
export function Palette(props: PaletteProps) {
  const { commands, typed, onClose } = props;
  const id = useId();
  const modal = useModal(onClose);
  const [search, setSearch] = useState('');
  const [place, setPlace] = useState(0);
  const others = useEntries(props);
  const shown = useMemo(
    () => matching([...commands.filter((each) => each.id !== 'palette').map(entryOf), ...others], search),
    [commands, others, search],
  );
  const chosen = shown[Math.min(place, shown.length - 1)];
  // Read as late as possible: more may be typed while the palette is rendered.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useLayoutEffect(() => setSearch(typed()), []);
  // Some browsers return a promise, which would be taken for a clean-up.
  useEffect(() => {
    document.getElementById(`${id}-${chosen?.id}`)?.scrollIntoView({ block: 'nearest' });
  });
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined || entry.blocked !== undefined) return;
    modal.close();
    entry.run();
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    if (event.key === 'Enter') run(chosen);
    else if (step !== undefined && shown.length > 0)
      setPlace((Math.min(place, shown.length - 1) + step + shown.length) % shown.length);
    else return;
    event.preventDefault();
  };
  return (
    <dialog className="dlg palette" aria-label="Commands" {...modal.props}>
      <div className="dlg-find">
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          aria-label="Search commands, fields, types and templates"
          placeholder="Search commands, fields, types, templates"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={press}
        />
        <button className="mini" type="button" onClick={modal.close}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      <div className="dlg-body" id={`${id}-list`} role="listbox" aria-label="Commands">
        {groupsOf(shown).map(([group, entries]) => (
          <div key={group} role="group" aria-label={group}>
            <div className="palette-group" aria-hidden="true">
              {group}
            </div>
            {entries.map((entry) => (
              <Option
                key={entry.id}
                id={`${id}-${entry.id}`}
                entry={entry}
                search={search}
                isChosen={entry === chosen}
                onRun={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <div className="dlg-foot">
        <span role="status">{shown.length === 1 ? '1 match' : `${shown.length} matches`}</span>
      </div>
    </dialog>
  );
}

const Option = ({
  id,
  entry: { label, detail, keys, blocked },
  search,
  isChosen,
  onRun,
}: {
  readonly id: string;
  readonly entry: Entry;
  readonly search: string;
  readonly isChosen: boolean;
  readonly onRun: () => void;
}) => (
  // Its keys are those of the search field.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div
    className="palette-option"
    id={id}
    role="option"
    aria-selected={isChosen}
    aria-disabled={blocked !== undefined}
    onClick={onRun}
  >
    <span>{markedText(label, search)}</span>
    {detail !== undefined && <small>{detail}</small>}
    {keys !== undefined && <KeyCaps keys={keys} />}
  </div>
);

function markedText(text: string, search: string) {
  const [before, match, after] = marked(text, search);
  return (
    <>
      {before}
      {match !== undefined && <mark>{match}</mark>}
      {after}
    </>
  );
}

function groupsOf(entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] {
  const names = [...new Set(entries.map(({ group }) => group))];
  return names.map((name) => [name, entries.filter(({ group }) => group === name)] as const);
}

/** Names of the fields of a schema text, each once. */
function namesIn(content: string): readonly string[] {
  const read = readFields(content);
  return read.ok ? [...new Set(read.tree.fields.map(({ name }) => name))] : [];
}

/** Templates, fields, and types once they have loaded. */
function useEntries({ content, locked, types, onTemplate, onField, onType }: PaletteProps): readonly Entry[] {
  const [known, setKnown] = useState<readonly TypeSummary[]>([]);
  useEffect(() => {
    // Without the engine there are commands only, which the page reports elsewhere.
    types().then(setKnown, () => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  return useMemo(() => {
    const common = { keys: undefined, blocked: locked };
    return [
      ...templates.map(({ name, summary }): Entry => ({
        ...common,
        id: `template-${name}`,
        group: 'Templates',
        label: name,
        detail: locked ?? summary,
        run: () => onTemplate(name),
      })),
      ...namesIn(content).map((name): Entry => ({
        ...common,
        id: `field-${name}`,
        group: 'Fields',
        label: name,
        detail: undefined,
        blocked: undefined,
        run: () => onField(name),
      })),
      ...known.map((type): Entry => ({
        ...common,
        id: `type-${type.name}`,
        group: 'Types',
        label: type.name,
        detail: locked ?? type.summary,
        run: () => onType(type),
      })),
    ];
  }, [content, locked, known, onTemplate, onField, onType]);
}
