import '../ui/dialog.css';
import './palette.css';
import { useState } from 'react';
import { lettersChoice } from '../link/storage.ts';
import { Checkbox } from '../ui/index.ts';
import type { Command, CommandGroup, Keys } from './command.ts';
import { KeyCaps } from './key-caps.tsx';
import { useModal } from '../ui/use-modal.ts';

const GROUPS: readonly CommandGroup[] = ['Anywhere', 'Preview', 'While running'];

/** Keys of the table of fields, which it handles itself. */
const FIELD_KEYS: readonly (readonly [label: string, keys: Keys])[] = [
  ['Next or previous field', ['↑', '↓']],
  ['Open or close parameters', ['Enter']],
  ['Choose a type', ['T']],
  ['Add a field below', ['Shift', 'Enter']],
  ['Duplicate', ['Ctrl', 'D']],
  ['Move up or down', ['Alt', '↑', '↓']],
  ['Delete', ['Del']],
];

/** All shortcuts, and the switch for those of a single letter. */
export function ShortcutSheet({
  commands,
  onClose,
}: {
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}) {
  const modal = useModal(onClose);
  const [letters, setLetters] = useState(() => lettersChoice.isOn());
  return (
    <dialog className="dlg shortcuts" aria-labelledby="shortcuts-title" {...modal.props}>
      <div className="dlg-head">
        <h2 id="shortcuts-title">Keyboard shortcuts</h2>
        <button className="mini" type="button" onClick={modal.close}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className="dlg-body shortcut-groups" tabIndex={0} role="group" aria-label="Shortcuts">
        {GROUPS.map((group) => (
          <Group
            key={group}
            name={group}
            lines={commands.flatMap(({ group: own, label, keys }) =>
              own === group && keys !== undefined ? [[label, keys] as const] : [],
            )}
          />
        ))}
        <Group name="Fields" lines={FIELD_KEYS} />
      </div>
      <div className="dlg-foot">
        <Checkbox
          label="Single-letter shortcuts"
          hint="They never work while you type. Ctrl is ⌘ on a Mac."
          checked={letters}
          onValue={(isOn) => {
            lettersChoice.remember(isOn);
            setLetters(isOn);
          }}
        />
      </div>
    </dialog>
  );
}

const Group = ({
  name,
  lines,
}: {
  readonly name: string;
  readonly lines: readonly (readonly [label: string, keys: Keys])[];
}) => (
  <section>
    <h3>{name}</h3>
    <dl>
      {lines.map(([label, keys]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <KeyCaps keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
