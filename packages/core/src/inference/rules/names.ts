/** Domains that belong to nobody. */
const DOMAINS = ['example.com', 'example.org', 'example.net'];

const DOMAIN = /[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

const ADDRESS = /^(https?:\/\/)[^/]*(.*)$/su;

/** A text of the same form with nothing of the original: other letters and digits, or a domain that belongs to nobody. */
export function placeholderOf(text: string, n = 0): string {
  const [, scheme, rest = ''] = ADDRESS.exec(text) ?? [];
  if (scheme !== undefined) return `${scheme}example.com${masked(rest)}`;
  const domain = DOMAIN.exec(text)?.[0];
  if (domain !== undefined && !/^\d/.test(domain))
    return `${masked(text.slice(0, -domain.length))}${DOMAINS[n] ?? `mail${n + 1}.example`}`;
  return masked(text, n);
}

const masked = (text: string, n = 0): string =>
  text
    .replaceAll(/\p{N}/gu, '0')
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/(?!X)\p{L}/gu, String.fromCharCode(0x61 + ((n + 23) % 26)));
