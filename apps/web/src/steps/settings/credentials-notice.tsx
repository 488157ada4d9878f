import { useState } from 'react';
import { keepsSecretsOut, rememberChoice } from '../../link/secrets.ts';
import { Checkbox } from '../../ui/index.ts';

/** Says what saving does with credentials, and lets a person keep them out of the address. */
export function CredentialsNotice({
  locked,
  onSave,
}: {
  readonly locked: boolean;
  /** Writes the address anew, when it has been written before. */
  readonly onSave: (() => void) | undefined;
}) {
  const [keepOut, setKeepOut] = useState(keepsSecretsOut);
  return (
    <Checkbox
      label="Keep credentials out of the address"
      hint={
        keepOut
          ? 'They stay in this tab. The address carries everything else.'
          : 'The address of this page holds your credentials once they are saved. Whoever has the link has them.'
      }
      checked={keepOut}
      disabled={locked}
      onValue={(checked) => {
        rememberChoice(checked);
        setKeepOut(checked);
        onSave?.();
      }}
    />
  );
}
