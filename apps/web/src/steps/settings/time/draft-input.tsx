import { useState } from 'react';
import { TextInput } from '../../../ui/input.tsx';

/**
 * An input for a value that need not be the text as typed, such as a time of day. What is typed counts once `onText` accepts it;
 * when the input loses focus or Enter is pressed, it shows the value again, and `onProblem` hears what was wrong.
 */
export function DraftInput({
  value,
  label,
  late = false,
  disabled,
  onText,
  onProblem,
  onFocus,
}: {
  /** The value as a text. */
  readonly value: string;
  readonly label: string;
  /** Waits with the value until the text is complete: Enter, or the focus leaves. */
  readonly late?: boolean;
  readonly disabled?: boolean;
  /** Takes a text over, or says what is wrong with it. */
  readonly onText: (text: string) => string | undefined;
  /** Called when typing is over: with what was wrong, or undefined if nothing was. */
  readonly onProblem: (problem: string | undefined) => void;
  readonly onFocus?: () => void;
}) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly problem: string | undefined }>();
  const finish = (): void => {
    if (draft === undefined) return;
    const problem = late ? onText(draft.text) : draft.problem;
    onProblem(problem && `${problem} It is still ${value}.`);
    setDraft(undefined);
  };
  return (
    <TextInput
      small
      value={draft?.text ?? value}
      aria-label={label}
      aria-invalid={draft?.problem === undefined ? undefined : true}
      disabled={disabled}
      onValue={(text) => setDraft({ text, problem: late ? undefined : onText(text) })}
      onFocus={onFocus}
      onBlur={finish}
      onKeyDown={(event) => {
        if (draft === undefined) return;
        if (event.key === 'Enter') event.preventDefault();
        // Before the focus goes on, as a change may move this input.
        if (event.key === 'Enter' || event.key === 'Tab') finish();
      }}
    />
  );
}

const MOST_SHOWN = 30;

/** Says that a text is not what it should be: `“noon” is not a time of day.` @param what with its article */
export const isNot = (text: string, what: string): string => {
  const typed = text.trim();
  if (typed === '') return `This must be ${what}.`;
  return `“${typed.length > MOST_SHOWN ? `${typed.slice(0, MOST_SHOWN)}…` : typed}” is not ${what}.`;
};
