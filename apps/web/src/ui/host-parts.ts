/** A host in three parts, which together are the whole text. */
export interface HostParts {
  /** Scheme and subdomains: `https://api.`. Their owner may choose any words for them. */
  readonly before: string;
  /** The end of the name that someone had to register, and the port: `example.com:8443`. */
  readonly owner: string;
  readonly after: string;
}

/** `https://`, a name or an address, its port, and what follows them. A name may hold a comma, but no space. */
const PARTS = /^([a-z]+:\/\/)?(\[[^\]]*\]|[^:/\s]*)(:\d+)?(.*)$/s;

/** IPv4 as `URL` writes it, and IPv6. */
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/** Registries that give out names one level deeper: `co.uk`, `com.au`. */
const DEEPER = /^(?:ac|co|com|edu|gob|gov|go|mil|ne|net|nom|or|org)$/;
const COUNTRY_LENGTH = 2;

/**
 * Splits a host, as `URL.host` writes it: in ASCII, so that letters of other scripts stand there as `xn--`. The end is two
 * labels, or three below a country's own registry for businesses and the like, by a rule and not by the Public Suffix List:
 * that takes 40 kB, and too few labels in bold are no danger while the whole host is shown.
 */
export function hostParts(text: string): HostParts {
  const [, scheme = '', name = '', port = '', after = ''] = PARTS.exec(text) ?? ['', '', text];
  const labels = name.split('.');
  // The empty label after a dot at the end is part of the last one.
  const dot = labels.at(-1) === '' ? 1 : 0;
  const [last = '', second = ''] = labels.slice(0, labels.length - dot).toReversed();
  const ownerLabels = (last.length === COUNTRY_LENGTH && DEEPER.test(second) ? 3 : 2) + dot;
  const owner = ADDRESS.test(name) ? name : labels.slice(-ownerLabels).join('.');
  const before = scheme + name.slice(0, name.length - owner.length);
  return { before, owner: owner + port, after };
}
