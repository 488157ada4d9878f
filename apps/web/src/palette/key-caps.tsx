import type { Keys } from './command.ts';

const SIGNS: Readonly<Record<string, string>> = { Enter: '↵', '-': '−' };

/** Keys as they are written on a keyboard. */
export const KeyCaps = ({ keys }: { readonly keys: Keys }) => (
  <span className="key-caps">
    {keys.map((key) => (
      <kbd key={key}>{SIGNS[key] ?? key}</kbd>
    ))}
  </span>
);
