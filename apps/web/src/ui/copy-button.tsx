import { useEffect, useState, type ReactNode } from 'react';
import { Button, type ButtonLook } from './button.tsx';

const shownMs = 2000;

type Outcome = 'copied' | 'failed';

const labels: Readonly<Record<Outcome, string>> = { copied: 'Copied', failed: 'Not copied' };

/** Copies a text, created on click, and shows "Copied" or "Not copied" for two seconds. */
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
      setOutcome('failed');
    }
  };
  return (
    <Button look={look} disabled={disabled} onClick={() => void copy()}>
      <span className="swap">
        <span className={outcome && 'gone'}>{children}</span>
        <span aria-live="polite">{outcome && labels[outcome]}</span>
      </span>
    </Button>
  );
}
