/** Domains that belong to nobody. */
const DOMAINS = ['example.com', 'example.org', 'example.net'];

const DOMAIN = /[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

const ADDRESS = /^(https?:\/\/)([^/]*)(.*)$/su;

/** A text of the same form with nothing of the original: other letters and digits, or a domain that belongs to nobody. */
export function placeholderOf(text: string, n = 0): string {
  const [, scheme, host = '', rest = ''] = ADDRESS.exec(text) ?? [];
  if (scheme !== undefined) return `${scheme}${domainAsLong(host)}${masked(rest)}`;
  const domain = DOMAIN.exec(text)?.[0];
  if (domain !== undefined && !/^\d/.test(domain))
    return `${masked(text.slice(0, -domain.length))}${domainAsLong(domain, n)}`;
  return masked(text, n);
}

/** A domain that belongs to nobody, as long as another one if that is longer. */
function domainAsLong({ length }: string, n = 0): string {
  const domain = DOMAINS[n] ?? `mail${n + 1}.example`;
  const left = length - domain.length - 1;
  return left > 0 ? `${'x'.repeat(left)}.${domain}` : domain;
}

const masked = (text: string, n = 0): string =>
  text
    .replaceAll(/\p{N}/gu, '0')
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/(?!X)\p{L}/gu, String.fromCharCode(0x61 + ((n + 23) % 26)));
