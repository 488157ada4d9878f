import { useState } from 'react';
import type { OpenedConfig } from '../../state/streams.ts';
import { Button } from '../../ui/index.ts';

/** Lines that are shown at once. */
const LINES = 20;

/** The text of a config, to change anything in it. It stays open while the text has problems. */
export function EditConfig({
  opened: { name, text },
  onUse,
  onCancel,
}: {
  readonly opened: OpenedConfig;
  /** Called with another text. */
  readonly onUse: (text: string) => void;
  readonly onCancel: () => void;
}) {
  const [edited, setEdited] = useState(text);
  return (
    <form
      className="edit-config"
      aria-label="Edit config"
      onSubmit={(event) => {
        event.preventDefault();
        onUse(edited);
      }}
    >
      <textarea
        className="input mono"
        aria-label={`Text of ${name}`}
        rows={LINES}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={edited}
        onChange={(event) => setEdited(event.target.value)}
      />
      <div className="acts">
        <Button look="primary" type="submit" disabled={edited === text}>
          Use this text
        </Button>
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
