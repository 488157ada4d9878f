import { useEffect, useState, type ReactNode } from 'react';
import { Button, type ButtonLook } from './button.tsx';

const shownMs = 2000;

type Outcome = 'copied' | 'refused';

const words: Readonly<Record<Outcome, string>> = { copied: 'Copied', refused: 'Not copied' };

/**
 * Puts a text on the clipboard and says "Copied" in its own place for two seconds,
 * or "Not copied" where the browser refuses. The text is made when the button is pressed.
 */
export function CopyButton({
  text,
  look = 'outline',
  disabled,
  children,
}: {
  readonly text: () => string | Promise<string>;
  readonly look?: ButtonLook;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}) {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <Button look={look} disabled={disabled} onClick={() => void copy()}>
      <span className="swap">
        <span className={outcome && 'gone'}>{children}</span>
        <span aria-live="polite">{outcome && words[outcome]}</span>
      </span>
    </Button>
  );
}
