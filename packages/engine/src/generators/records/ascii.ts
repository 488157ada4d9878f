/** Letters that do not decompose into a base letter and marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ə: 'e',
  ħ: 'h',
  ŋ: 'n',
  ɔ: 'o',
  ε: 'e',
};

/** Umlauts, which German-speaking people write with an e. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** A name as people write it in an email address: lower-case ASCII letters and digits. */
export function asciiName(name: string, locale: string): string {
  const lower = name.toLowerCase().normalize('NFC');
  const spelled = locale.startsWith('de')
    ? lower.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? '')
    : lower;
  return spelled
    .replaceAll(/[^\0-\x7f]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '');
}
