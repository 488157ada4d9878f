import { useId, type ReactNode } from 'react';
import { Note, type FieldWidth } from './field.tsx';
import type { Option } from './select.tsx';

/** What both kinds of radio group take. */
export interface RadioProps<Value extends string> {
  /** What is chosen; also the name of the group for a screen reader. */
  readonly legend: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  /** Locks all of them. */
  readonly disabled?: boolean;
}

/** Radios in a line, such as No and Yes. `children` stand after them in the same line. */
export function RadioGroup<Value extends string>({
  legend,
  value,
  onValue,
  options,
  disabled,
  hint,
  error,
  width,
  children,
}: RadioProps<Value> & {
  readonly options: readonly Option<Value>[];
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly width?: FieldWidth;
  /** Gets the id of the hint or error below, for a control that it belongs to. */
  readonly children?: (noteId: string) => ReactNode;
}) {
  const name = useId();
  const note = `${name}-note`;
  return (
    <fieldset className={width === undefined ? 'field' : `field ${width}`} disabled={disabled}>
      <legend className="label">{legend}</legend>
      <div className="limit-row">
        {options.map((option) => (
          <label key={option.value} className="choice">
            <Dot name={name} option={option.value} value={value} onValue={onValue} />
            {option.label}
          </label>
        ))}
        {children?.(note)}
      </div>
      <Note id={note} hint={hint} error={error} />
    </fieldset>
  );
}

/** One card: its words, and below them in mono what it does. */
export interface Card<Value extends string = string> extends Option<Value> {
  readonly detail: string;
}

/** Radios as cards, three in a row. The legend is for screen readers only. */
export function RadioCards<Value extends string>({
  legend,
  value,
  onValue,
  cards,
  disabled,
}: RadioProps<Value> & { readonly cards: readonly Card<Value>[] }) {
  const name = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className="label sr">{legend}</legend>
      <div className="dests">
        {cards.map((card) => (
          <label key={card.value} className="dest">
            <Dot name={name} option={card.value} value={value} onValue={onValue} />
            <b>{card.label}</b>
            <code>{card.detail}</code>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Dot = <Value extends string>({
  name,
  option,
  value,
  onValue,
}: {
  readonly name: string;
  readonly option: Value;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}) => (
  <input
    className="dot"
    type="radio"
    name={name}
    value={option}
    checked={option === value}
    onChange={() => onValue(option)}
  />
);
