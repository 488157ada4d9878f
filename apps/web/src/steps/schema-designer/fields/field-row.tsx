import { memo, useRef, useState, type KeyboardEvent } from 'react';
import type { Piece } from '../../../schema-text/summary.ts';
import { prefetchTypePicker } from '../../../type-picker/lazy-type-picker.tsx';
import { commandOf } from './commands.ts';
import { RowMenu, type RowEvents, type RowMode } from './row-menu.tsx';
import { isSameRow, type Row } from './rows.ts';

interface RowProps {
  readonly row: Row;
  /** Its controls can be reached by Tab. */
  readonly isActive: boolean;
  /** Its values are lit in the data, too. */
  readonly isLit: boolean;
  readonly isOpen: boolean;
  readonly mode: RowMode;
  /** Where a dragged field would go. */
  readonly drop: 'before' | 'after' | undefined;
  /** Nothing can be changed. */
  readonly locked: boolean;
  readonly on: RowEvents;
}

const isOwn = (event: KeyboardEvent): boolean => {
  const { target, key, shiftKey } = event;
  // Inputs and pressed buttons have their keys for themselves.
  const isPress = target instanceof HTMLButtonElement && (key === ' ' || (key === 'Enter' && !shiftKey));
  return isPress || target instanceof HTMLInputElement;
};

const classesOf = ({ row, isLit, isOpen, mode, drop }: RowProps): string =>
  [
    'row',
    `level-${row.level}`,
    row.chips.includes('hidden') && 'is-hidden',
    isLit && 'lit',
    isOpen && 'open',
    mode === 'menu' && 'on-top',
    row.problem?.severity === 'error' && 'bad',
    drop !== undefined && `drop-${drop}`,
  ]
    .filter(Boolean)
    .join(' ');

/** A field as a row of the table. */
function RowView(props: RowProps) {
  const { row, isActive, on } = props;
  const { id, kind } = row;
  const [fault, setFault] = useState<string>();
  const tab = isActive ? 0 : -1;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const command = isOwn(event) ? undefined : commandOf(event, row.isFolded);
    if (command === undefined) return;
    event.preventDefault();
    if (event.target !== event.currentTarget) event.currentTarget.focus();
    on.run(id, command);
  };
  return (
    <div
      role="row"
      className={classesOf(props)}
      data-id={id}
      tabIndex={tab}
      aria-rowindex={row.index + 2}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={row.isFolded === undefined ? undefined : !row.isFolded}
      aria-label={row.name === '' ? 'Field without a name' : row.name}
      onFocus={() => {
        if (!isActive) on.activate(id);
      }}
      onKeyDown={onKeyDown}
    >
      <NameCell {...props} tab={tab} onFault={setFault} />
      {kind === 'note' || kind === 'invalid' ? (
        <JsonOnly row={row} tab={tab} on={on} />
      ) : (
        <Cells {...props} tab={tab} />
      )}
      <Why {...props} tab={tab} fault={fault} />
    </div>
  );
}

/** Drawn again only if it shows something else. */
export const FieldRow = memo(RowView, (before, after) => {
  const rest = ['isActive', 'isLit', 'isOpen', 'mode', 'drop', 'locked', 'on'] as const;
  return rest.every((key) => before[key] === after[key]) && isSameRow(before.row, after.row);
});

function NameCell({
  onFault,
  ...props
}: PartProps & { readonly onFault: (fault: string | undefined) => void }) {
  const { row, mode, locked, tab, on } = props;
  const { id } = row;
  return (
    <div role="gridcell" className="c-name">
      {!locked && (
        <span
          className="grip"
          aria-hidden="true"
          title="Drag to move"
          onPointerDown={({ button, isPrimary, currentTarget, pointerId }) => {
            if (button === 0 && isPrimary) on.grab(id, currentTarget, pointerId);
          }}
        />
      )}
      <Opener {...props} />
      {mode === 'naming' ? (
        <NameInput
          row={row}
          onFault={onFault}
          onRename={(name) => on.rename(id, name)}
          onClose={() => {
            onFault(undefined);
            on.close(id);
          }}
        />
      ) : (
        <button
          type="button"
          className="cell name"
          tabIndex={tab}
          disabled={locked || row.kind === 'note'}
          aria-label={`Rename ${row.name}`}
          onClick={() => on.run(id, 'rename')}
        >
          {row.name === '' ? <i>no name</i> : row.name}
        </button>
      )}
    </div>
  );
}

/** What is wrong, below the row. */
function Why({
  row: { id, problem },
  fault,
  tab,
  locked,
  on,
}: PartProps & { readonly fault: string | undefined }) {
  if (fault !== undefined) {
    return (
      <div role="gridcell" className="why">
        <span role="alert">{fault}</span>
      </div>
    );
  }
  if (problem === undefined) return null;
  return (
    <div role="gridcell" className="why">
      {problem.text}
      {problem.fix !== undefined && (
        <button type="button" className="link" tabIndex={tab} disabled={locked} onClick={() => on.fix(id)}>
          {problem.fix}
        </button>
      )}
    </div>
  );
}

type PartProps = RowProps & { readonly tab: number };

/** Opens the params of a field, or folds an object. */
function Opener({ row, isOpen, tab, on }: PartProps) {
  const isObject = row.isFolded !== undefined;
  if (row.kind === 'note' || row.kind === 'invalid') return <span className="icon" />;
  const isExpanded = isObject ? !row.isFolded : isOpen;
  return (
    <button
      type="button"
      className="icon"
      tabIndex={tab}
      aria-label={`${isObject ? 'Fields' : 'Parameters'} of ${row.name}`}
      aria-expanded={isExpanded}
      onClick={() => on.run(row.id, !isObject ? 'form' : isExpanded ? 'fold' : 'unfold')}
    >
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d="m3.500 2 3 3-3 3" />
      </svg>
    </button>
  );
}

function Cells({ row, isOpen, mode, locked, tab, on }: PartProps) {
  const { id, name, type } = row;
  const shown = row.kind === 'constant' ? 'constant' : type.replace(/^.*\./, '') || 'no type';
  return (
    <>
      <div role="gridcell" className="c-type">
        <button
          type="button"
          className="cell"
          tabIndex={tab}
          disabled={locked}
          title={type}
          aria-label={`Type of ${name}: ${type === '' ? shown : type}`}
          onPointerEnter={prefetchTypePicker}
          onFocus={prefetchTypePicker}
          onClick={() => on.run(id, 'type')}
        >
          {shown}
        </button>
      </div>
      <div role="gridcell" className="c-params">
        <button
          type="button"
          className="cell"
          tabIndex={tab}
          aria-expanded={isOpen}
          aria-label={`Parameters of ${name}: ${plain(row) || 'none'}`}
          onClick={() => on.run(id, 'form')}
        >
          {row.params.map(({ text, isValue }, i) =>
            // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity
            isValue ? <b key={i}>{text}</b> : <span key={i}>{text}</span>,
          )}
          {row.chips.map((chip) => (
            <span key={chip} className="chip">
              {chip}
            </span>
          ))}
        </button>
      </div>
      <div role="gridcell" className="c-menu">
        <RowMenu row={row} isOpen={mode === 'menu'} locked={locked} tab={tab} on={on} />
      </div>
    </>
  );
}

const plain = ({
  params,
  chips,
}: {
  readonly params: readonly Piece[];
  readonly chips: readonly string[];
}): string => [params.map(({ text }) => text).join(''), ...chips].filter((part) => part !== '').join(', ');

/** What the table cannot show is edited as JSON. */
const JsonOnly = ({ row, tab, on }: Pick<PartProps, 'row' | 'tab' | 'on'>) => (
  <div role="gridcell" className="json-only">
    <span>{row.kind === 'note' ? 'Not a field' : 'Not written as a field'}</span>
    <button type="button" className="link" tabIndex={tab} onClick={() => on.run(row.id, 'json')}>
      Edit in JSON
    </button>
  </div>
);

function NameInput({
  row,
  onFault,
  onRename,
  onClose,
}: {
  readonly row: Row;
  readonly onFault: (fault: string | undefined) => void;
  readonly onRename: (name: string) => string | undefined;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(row.name);
  const [isWrong, setWrong] = useState(false);
  /** The name is settled: leaving the input says nothing new. */
  const isDone = useRef(false);
  const commit = (): boolean => {
    const fault = onRename(name);
    setWrong(fault !== undefined);
    onFault(fault);
    return fault === undefined;
  };
  return (
    <input
      className="cell name"
      aria-label="Field name"
      aria-invalid={isWrong || undefined}
      value={name}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears where the name was pressed
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => {
        if (isDone.current) return;
        commit();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || (event.key === 'Enter' && commit())) {
          event.preventDefault();
          isDone.current = true;
          onClose();
          event.currentTarget.closest<HTMLElement>('[role=row]')?.focus();
        }
      }}
    />
  );
}
