import type { KeyboardEvent } from 'react';
import type { Option } from './select.tsx';

/** Steps of the arrow keys; Home and End lead to the ends. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Views of one thing, of which one is shown: tabs, with arrow keys. The panel has the id `panel` and is labelled by
 * `<panel>-<value>`, the id of its tab.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  panel,
  className = '',
  onValue,
}: {
  /** Accessible name. */
  readonly label: string;
  readonly tabs: readonly Option<Value>[];
  readonly value: Value;
  /** Id of the element that shows the view. */
  readonly panel: string;
  readonly className?: string;
  readonly onValue: (value: Value) => void;
}) {
  const chosen = tabs.findIndex((tab) => tab.value === value);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Number.isFinite(step)
      ? (chosen + step + tabs.length) % tabs.length
      : step < 0
        ? 0
        : tabs.length - 1;
    const tab = tabs[next];
    if (tab === undefined) return;
    onValue(tab.value);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs do
    <div className={`seg ${className}`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${panel}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={panel}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onValue(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
