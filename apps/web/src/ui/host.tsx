import { hostParts } from './host-parts.ts';

/**
 * A host, `api.example.com:8443`, or what begins with its origin, with the end that tells whose it is in bold. A host of any
 * length is shown whole: it wraps anywhere.
 */
export function Host({ name }: { readonly name: string }) {
  const { before, owner, after } = hostParts(name);
  return (
    <span className="host">
      {before}
      <b>{owner}</b>
      {after}
    </span>
  );
}
