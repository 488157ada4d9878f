import { messagesOf } from '@catbird/engine';
import { useState, type ChangeEvent } from 'react';
import type { Typed } from '../../../schema-text/typed.ts';

/** Text being typed, and the value it came from. */
interface Draft {
  readonly text: string;
  readonly of: string;
  readonly error: string | undefined;
  /** It has been handed on, so the next value is what became of it. */
  readonly isHandedOn: boolean;
}

const draftOf = (value: string): Draft => ({ text: value, of: value, error: undefined, isHandedOn: false });

const next = (draft: Draft, value: string): Draft =>
  draft.isHandedOn ? { ...draft, of: value, isHandedOn: false } : draftOf(value);

/**
 * A text as it is typed: valid input is handed on at once, invalid input stays with its error and changes nothing.
 *
 * @param value the current value as text; another one from elsewhere replaces what was typed
 */
function useDraft(
  value: string,
  read: (typed: string) => Typed,
  onValue: (value: string | undefined) => void,
): Draft & { readonly type: (text: string) => void; readonly rest: () => void } {
  const [draft, setDraft] = useState(() => draftOf(value));
  const current = draft.of === value ? draft : next(draft, value);
  if (current !== draft) setDraft(current);
  return {
    ...current,
    type(text) {
      const typed = read(text);
      if (!typed.ok)
        return setDraft({ text, of: value, error: messagesOf(typed.issues).join('. '), isHandedOn: false });
      setDraft({ text, of: value, error: undefined, isHandedOn: true });
      return onValue(typed.value);
    },
    // What was typed differently but means the same, such as a blank at the end.
    rest: () => {
      if (current.error === undefined) setDraft(draftOf(value));
    },
  };
}

interface DraftProps {
  readonly id: string;
  readonly value: string;
  readonly read: (typed: string) => Typed;
  /** Called with JSON, or undefined for nothing. */
  readonly onValue: (value: string | undefined) => void;
  readonly placeholder?: string;
  readonly describedBy?: string | undefined;
  /** Accessible name, without a label. */
  readonly label?: string;
}

/** What the controls have in common, and the error below them. */
function useControl({ id, value, read, onValue, placeholder, describedBy, label }: DraftProps) {
  const { text, error, type, rest } = useDraft(value, read, onValue);
  const note = `${id}-error`;
  return {
    control: {
      className: 'input input-sm mono',
      id,
      'aria-label': label,
      value: text,
      placeholder,
      spellCheck: false,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': error === undefined ? describedBy : note,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        type(event.currentTarget.value),
      onBlur: rest,
    },
    fault: error !== undefined && (
      <p className="err" id={note}>
        {error}
      </p>
    ),
  };
}

/** An input whose text is read as it is typed. Errors appear below it. */
export function DraftInput({ isNumber = false, ...props }: DraftProps & { readonly isNumber?: boolean }) {
  const { control, fault } = useControl(props);
  return (
    <>
      <input
        {...control}
        inputMode={isNumber ? 'decimal' : undefined}
        autoComplete="off"
        autoCapitalize="off"
      />
      {fault}
    </>
  );
}

/** A text area whose text is read as it is typed. Errors appear below it. */
export function DraftArea(props: DraftProps) {
  const { control, fault } = useControl(props);
  return (
    <>
      <textarea {...control} rows={Math.min(10, control.value.split('\n').length)} />
      {fault}
    </>
  );
}
