import type { Withheld } from '../../state/settings.ts';
import { Host } from '../../ui/index.ts';

/** Why a credential that this tab keeps is not filled in. */
export function WithheldNote({ withheld: { scopes, asked } }: { readonly withheld: Withheld }) {
  const owners = scopes.map((scope, i) => (
    <span key={scope}>
      {i > 0 && ' and '}
      <Host name={scope} />
    </span>
  ));
  return (
    <>
      Left empty: this tab keeps one for {owners} only.{' '}
      {asked === undefined ? (
        'The settings of this link are incomplete.'
      ) : (
        <>
          This link leads to <Host name={asked} />. Enter one for it if you trust it.
        </>
      )}
    </>
  );
}
