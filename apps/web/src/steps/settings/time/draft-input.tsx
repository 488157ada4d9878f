import { useState } from 'react';
import { TextInput } from '../../../ui/input.tsx';

/**
 * An input for a value that need not be the text as typed, such as a time of day. What is typed counts once `onText` accepts it;
 * when the input loses focus or Enter is pressed, it shows the value again.
 */
export function DraftInput({
  value,
  label,
  late = false,
  disabled,
  invalid = false,
  describedBy,
  onText,
  onFocus,
}: {
  /** The value as a text. */
  readonly value: string;
  readonly label: string;
  /** Waits with the value until the text is complete: Enter, or the focus leaves. */
  readonly late?: boolean;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
  /** Takes a text over; false if it is no such value. */
  readonly onText: (text: string) => boolean;
  readonly onFocus?: () => void;
}) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly isWrong: boolean }>();
  const finish = (): void => {
    if (late && draft !== undefined) onText(draft.text);
    setDraft(undefined);
  };
  return (
    <TextInput
      small
      value={draft?.text ?? value}
      aria-label={label}
      aria-invalid={invalid || draft?.isWrong ? true : undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      onValue={(text) => setDraft({ text, isWrong: !late && !onText(text) })}
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
