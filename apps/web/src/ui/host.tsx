import { hostParts } from './host-parts.ts';

/** A host, `api.example.com:8443`, or a text that starts with an origin, with the domain in bold. Wraps anywhere, so it is never cut. */
export function Host({ name }: { readonly name: string }) {
  const { before, domain, after } = hostParts(name);
  return (
    <span className="host">
      {before}
      <b>{domain}</b>
      {after}
    </span>
  );
}
