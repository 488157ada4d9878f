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
