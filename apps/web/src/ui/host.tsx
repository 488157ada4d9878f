/** A host in three parts; joined, they are the text. */
interface HostParts {
  /** Scheme and subdomains, `https://api.`, which the domain's owner chooses freely. */
  readonly before: string;
  /** The registrable domain and the port: `example.com:8443`. */
  readonly domain: string;
  readonly after: string;
}

/** Scheme, name or address, port, and the rest. A name may contain a comma, but no space. */
const PARTS = /^([a-z]+:\/\/)?(\[[^\]]*\]|[^:/\s]*)(:\d+)?(.*)$/s;

/** IPv4 as `URL` writes it, and IPv6. */
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

/** Second-level registries: `co.uk`, `com.au`. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gov|go|mil|ne|net|nom|or|org)$/;
const COUNTRY_LENGTH = 2;

/**
 * Splits a host as written by `URL.host`: in ASCII, with other scripts as `xn--`. The domain is the last two labels, or three
 * below a second-level registry. The Public Suffix List would be exact but takes 40 kB; a domain cut too short does no harm,
 * as the whole host is always shown.
 */
export function hostParts(text: string): HostParts {
  const [, scheme = '', name = '', port = '', after = ''] = PARTS.exec(text) ?? ['', '', text];
  const labels = name.split('.');
  // The empty label after a trailing dot belongs to the last label.
  const dot = labels.at(-1) === '' ? 1 : 0;
  const [last = '', second = ''] = labels.slice(0, labels.length - dot).toReversed();
  const domainLabels = (last.length === COUNTRY_LENGTH && SECOND_LEVEL.test(second) ? 3 : 2) + dot;
  const domain = ADDRESS.test(name) ? name : labels.slice(-domainLabels).join('.');
  const before = scheme + name.slice(0, name.length - domain.length);
  return { before, domain: domain + port, after };
}

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
