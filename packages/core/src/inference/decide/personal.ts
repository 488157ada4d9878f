import { isCardNumber, isIban } from './checksums.ts';

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
