import { family } from './family.ts';
import { uuid } from './kernels/uuid.ts';

/** Longest text that one value may be, in characters. */
const LONGEST = 1_000_000;
const text = (summary: string) => ({ summary, maxSize: LONGEST, example: { length: 10 } });

/** Types of faker's `string` module. */
export const stringTypes = family('string', (faker) => faker.string, {
  alpha: text('Letters'),
  alphanumeric: text('Letters and digits'),
  binary: text('Binary digits after 0b'),
  fromCharacters: { summary: 'Characters of your choice', maxSize: LONGEST, example: ['abc', 5] },
  hexadecimal: text('Hexadecimal digits after 0x'),
  nanoid: { summary: 'A nano id, 21 characters unless asked otherwise', maxSize: LONGEST, example: [12] },
  numeric: text('Digits'),
  octal: text('Octal digits after 0o'),
  sample: { summary: 'Printable ASCII characters', maxSize: LONGEST, example: [8] },
  symbol: { summary: 'Punctuation marks', maxSize: LONGEST, example: [8] },
  ulid: { summary: 'A ULID, 26 characters that sort by time', usesTime: true },
  uuid: {
    summary: 'A UUID, version 4 unless asked otherwise',
    kernel: (args, scope) => (args.length === 0 ? uuid(scope) : undefined),
  },
});
