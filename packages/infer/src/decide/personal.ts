const EMAIL = /[^\s@]@[^\s@]+\.[a-z]/i;
const PHONE = /^\+?[\d(][\d ().-]{6,}\d(?: ?x\d+)?$/;
/** What sets a phone number apart from a code of digits, a date, an IP address or a version. */
const PHONE_MARK = /^\+\d|^\(\d+\) ?\d|^\d{3}([ -])\d{3,4}\1\d{3,4}$|^\d{3,5} \d{3,}/;

/** Whether a text is an address or a number of a person. Such a value is never offered for copying. */
export const isPersonal = (value: unknown): boolean =>
  typeof value === 'string' &&
  ((PHONE.test(value) && PHONE_MARK.test(value)) ||
    EMAIL.test(value) ||
    isIban(value) ||
    isCardNumber(value));

/** Whether a text is an IBAN with a valid checksum. ISO 13616. */
export function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const number = Number.parseInt(character, 36);
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
  }
  return rest === 1;
}

/** Whether a text is a card number: 13 to 19 digits with a valid checksum. ISO/IEC 7812-1. */
export function isCardNumber(text: string): boolean {
  if (!/^\d[\d -]{11,22}\d$/.test(text)) return false;
  const digits = text.replaceAll(/[ -]/g, '');
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
