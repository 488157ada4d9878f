import { useState } from 'react';
import { keepsSecretsOut, rememberChoice } from '../../link/secrets.ts';
import { Checkbox } from '../../ui/index.ts';

/** A switch that keeps credentials out of the address when saving. */
export function CredentialsNotice({
  locked,
  onSave,
}: {
  readonly locked: boolean;
  /** Rewrites the address; undefined before the first save. */
  readonly onSave: (() => void) | undefined;
}) {
  const [keepOut, setKeepOut] = useState(keepsSecretsOut);
  return (
    <Checkbox
      label="Keep credentials out of the address"
      hint={
        keepOut
          ? 'They stay in this tab. Everything else goes in the address, so you can share it.'
          : 'Saving puts your credentials in this page’s address. Anyone with the link has them.'
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
