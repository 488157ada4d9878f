import { LEFT_OUT, type Alternatives, type Finding } from '@catbird/infer';
import { useId, useState } from 'react';
import type { Wishes } from '../../../worker/sample-protocol.ts';
import { choose, copy, copyValue } from './wishes.ts';
import { copiedText, percent, readingName, shortType } from './words.ts';

const NONE: ReadonlySet<unknown> = new Set();

interface RowProps {
  /** As first found. */
  readonly first: Finding;
  /** As it is now; undefined if it is left out. */
  readonly finding: Finding | undefined;
  readonly alternatives: Alternatives | undefined;
  readonly hasValues: boolean;
  readonly wishes: Wishes;
  readonly onWishes: (wishes: Wishes) => void;
}

/** A field: its type, why, and what of the sample is copied, value by value. */
export function FindingRow(props: RowProps) {
  const { first, finding, hasValues, wishes, onWishes } = props;
  const { path } = first;
  const [isOpen, setOpen] = useState(false);
  const isOffered = finding !== undefined && finding.copyable.length > 0;
  const isListed = isOpen || wishes.copies.has(path);
  const onCopy = (values: readonly unknown[]): void => {
    setOpen(values.length > 0);
    onWishes(copy(wishes, path, values));
  };
  const onValue = (value: unknown, isCopied: boolean): void => {
    // Stays open without any, so that the focus keeps its place.
    setOpen(true);
    onWishes(copyValue(wishes, path, value, isCopied));
  };
  return (
    <>
      <tr className={rowClass(props)}>
        <th scope="row">
          <code>{path}</code>
        </th>
        <td>
          <TypeChoice {...props} />
        </td>
        <td>
          {finding === undefined ? 'Left out' : finding.reason}
          <Choices {...props} />
        </td>
        {hasValues && (
          <td className={isOffered ? undefined : 'no'}>
            <CopySwitch finding={finding} isOn={wishes.copies.has(path)} onCopy={onCopy} />
          </td>
        )}
      </tr>
      {isListed && isOffered && (
        <tr className="values">
          <td colSpan={4}>
            <Values finding={finding} confirmed={wishes.copies.get(path) ?? NONE} onValue={onValue} />
          </td>
        </tr>
      )}
    </>
  );
}

function rowClass({ finding, alternatives }: RowProps): string | undefined {
  if (finding === undefined) return 'out';
  return alternatives?.isAmbiguous === true ? 'ask' : undefined;
}

/** The type, and behind it the other readings of the field. */
function TypeChoice({ first, finding, alternatives, wishes, onWishes }: RowProps) {
  const { path, kind } = first;
  const names = [...(alternatives?.names ?? []), LEFT_OUT];
  return (
    <span className="type-choice">
      <code aria-hidden="true">{finding === undefined ? '–' : shortType(finding)}</code>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d="m2 3.500 3 3 3-3" />
      </svg>
      <select
        aria-label={`Type of ${path}`}
        value={wishes.choices.get(path) ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onWishes(choose(wishes, path, value === '' ? undefined : value))
        }
      >
        <option value="">
          {readingName(kind)} ({shortType(first)})
        </option>
        {names.map((name) => (
          <option key={name} value={name}>
            {readingName(name)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The likeliest readings of an ambiguous field, as buttons. */
function Choices({ first, finding, alternatives, wishes, onWishes }: RowProps) {
  if (finding === undefined || alternatives?.isAmbiguous !== true) return null;
  const { path, kind } = first;
  const chosen = wishes.choices.get(path) ?? kind;
  const names = [kind, ...alternatives.names.filter((name) => name !== kind).slice(0, 2)];
  return (
    <span className="alts" role="group" aria-label={`Choices for ${path}`}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onWishes(choose(wishes, path, name))}
        >
          {readingName(name)}
        </button>
      ))}
    </span>
  );
}

/** A switch for all values of a field. */
function CopySwitch({
  finding,
  isOn,
  onCopy,
}: {
  readonly finding: Finding | undefined;
  readonly isOn: boolean;
  readonly onCopy: (values: readonly unknown[]) => void;
}) {
  const id = useId();
  if (finding === undefined || finding.copyable.length === 0) return 'Nothing';
  return (
    <span className="switch-line">
      <input
        className="switch"
        role="switch"
        type="checkbox"
        id={id}
        checked={isOn}
        aria-checked={isOn}
        onChange={() => onCopy(isOn ? [] : finding.copyable.map(({ value }) => value))}
      />
      <label htmlFor={id} className={isOn ? undefined : 'no'}>
        <span className="sr">Copy from {finding.path}: </span>
        {copiedText(finding)}
      </label>
    </span>
  );
}

/** The values of a field, each to be confirmed. */
const Values = ({
  finding: { path, copyable },
  confirmed,
  onValue,
}: {
  readonly finding: Finding;
  readonly confirmed: ReadonlySet<unknown>;
  readonly onValue: (value: unknown, isCopied: boolean) => void;
}) => (
  <fieldset>
    <legend className="sr">Values of {path} to copy</legend>
    {copyable.map(({ value, share }) => (
      <label key={JSON.stringify(value)}>
        <input
          type="checkbox"
          checked={confirmed.has(value)}
          onChange={({ currentTarget: { checked } }) => onValue(value, checked)}
        />
        <code>{String(value)}</code> <span>{percent(share)}</span>
      </label>
    ))}
  </fieldset>
);
