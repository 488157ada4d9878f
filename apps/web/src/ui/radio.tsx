import { useId, type ReactNode } from 'react';
import { Note, type FieldWidth } from './field.tsx';
import type { Option } from './select.tsx';

/** Props of both kinds of radio group. */
export interface RadioProps<Value extends string> {
  /** The group's accessible name. */
  readonly legend: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  /** Disables all options. */
  readonly disabled?: boolean;
}

/** Radio buttons in a row, such as No and Yes, or `stacked` one below the other; followed by `children`. */
export function RadioGroup<Value extends string>({
  legend,
  value,
  onValue,
  options,
  disabled,
  hint,
  error,
  width,
  stacked = false,
  children,
}: RadioProps<Value> & {
  readonly options: readonly Option<Value>[];
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly width?: FieldWidth;
  readonly stacked?: boolean;
  /** Gets the id of the hint or error below, for the control it describes. */
  readonly children?: (noteId: string) => ReactNode;
}) {
  const name = useId();
  const note = `${name}-note`;
  return (
    <fieldset className={width === undefined ? 'field' : `field ${width}`} disabled={disabled}>
      <legend className="label">{legend}</legend>
      <div className={stacked ? 'stack' : 'limit-row'}>
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

/** A card: a label, and a line below it. */
export interface Card<Value extends string = string> extends Option<Value> {
  readonly detail: string;
  /** It has a row of its own. */
  readonly isWide?: boolean;
}

/** Radio buttons as cards. The legend is for screen readers only. `children` may show more cards of the same group. */
export function RadioCards<Value extends string>({
  legend,
  value,
  onValue,
  cards,
  disabled,
  children,
}: RadioProps<Value> & {
  readonly cards: readonly Card<Value>[];
  /** Gets what shows cards. */
  readonly children?: (show: (cards: readonly Card<Value>[]) => ReactNode) => ReactNode;
}) {
  const name = useId();
  const show = (shown: readonly Card<Value>[]): ReactNode => (
    <div className="dests">
      {shown.map((card) => (
        <label key={card.value} className={card.isWide === true ? 'dest wide' : 'dest'}>
          <Dot name={name} option={card.value} value={value} onValue={onValue} />
          <b>{card.label}</b>
          <small>{card.detail}</small>
        </label>
      ))}
    </div>
  );
  return (
    <fieldset disabled={disabled}>
      <legend className="label sr">{legend}</legend>
      {show(cards)}
      {children?.(show)}
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
