import type { Withheld } from '../../state/config.ts';
import { Host } from '../../ui/index.ts';

/** Why a stored credential was not filled in. Loaded when it is shown. */
export function WithheldNote({ withheld: { scopes, asked } }: { readonly withheld: Withheld }) {
  const origins = scopes.map((scope, i) => (
    <span key={scope}>
      {i > 0 && ' and '}
      <Host name={scope} />
    </span>
  ));
  return (
    <>
      Not filled in: this tab keeps one for {origins} only.{' '}
      {asked === undefined ? (
        'This link’s settings are incomplete.'
      ) : (
        <>
          This link leads to <Host name={asked} />. If you trust it, enter a credential for it.
        </>
      )}
    </>
  );
}
