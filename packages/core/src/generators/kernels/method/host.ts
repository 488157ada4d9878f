import { literal, sequence, type Piece } from '../record/piece.ts';
import { among, characters, digits, maybe, piece } from './pieces.ts';
import type { Draws } from './draws.ts';

const WEEKDAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');
const NICKNAMES = '@annually @daily @hourly @monthly @reboot @weekly @yearly'.split(' ');
const STAR = literal('*');
const QUESTION = literal('?');
const SPACE = literal(' ');

/**
 * A cron expression. All candidates of all fields are drawn before any is chosen.
 *
 * @param includeYear a sixth field
 * @param isAny forms such as `@daily` too
 */
export function cron(draws: Draws, includeYear: boolean, isAny: boolean): Piece {
  const numbers = new Float64Array(7);
  const drawn = RANGES.map((_, i) => number(numbers, i));
  const weekday = WEEKDAYS.map((text) => literal(text));
  const day: Piece = piece(20, (chunk, at, a, b, r) => weekday[numbers[6]].put(chunk, at, a, b, r));
  const fields = [
    [drawn[0], STAR],
    [drawn[1], STAR],
    [drawn[2], STAR, QUESTION],
    [drawn[3], STAR],
    [drawn[4], day, STAR, QUESTION],
    [drawn[5], STAR],
  ];
  const nickname = among(draws, NICKNAMES);
  const chosen = new Int32Array(fields.length);
  return piece(fields.length * 40 + nickname.maxBytes, (chunk, at, a, b, r) => {
    for (let i = 0; i < 5; i++) numbers[i] = draws.int(RANGES[i][0], RANGES[i][1]);
    numbers[6] = draws.below(WEEKDAYS.length);
    numbers[5] = draws.int(RANGES[5][0], RANGES[5][1]);
    for (let i = 0; i < fields.length; i++) chosen[i] = draws.below(fields[i].length);
    if (isAny && !draws.chance(0.5)) return nickname.put(chunk, at, a, b, r);
    let end = fields[0][chosen[0]].put(chunk, at, a, b, r);
    for (let i = 1; i < (includeYear ? 6 : 5); i++) {
      end = SPACE.put(chunk, end, a, b, r);
      end = fields[i][chosen[i]].put(chunk, end, a, b, r);
    }
    return end;
  });
}

/** Minutes, hours, days of the month, months, days of the week, and years. */
const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
  [1970, 2099],
] as const;

/** A number that was drawn before. */
function number(numbers: Float64Array, i: number): Piece {
  return piece(4, ({ bytes }, at) => {
    const n = numbers[i];
    if (n < 10) {
      bytes[at] = 0x30 + n;
      return at + 1;
    }
    const size = n < 100 ? 2 : 4;
    for (let [p, rest] = [size - 1, n]; p >= 0; p--, rest = (rest / 10) | 0) bytes[at + p] = 0x30 + (rest % 10);
    return at + size;
  });
}

/** The scheme in which an interface is named, and its letter. */
const SCHEMES = { index: 'o', slot: 's', mac: 'x', pci: 'p' } as const;
const TYPES = ['en', 'wl', 'ww'];

/** The scheme in which an interface is named. */
export type InterfaceScheme = keyof typeof SCHEMES;

/** A predictable name of a network interface, as systemd gives. Undefined params: at random. */
export function networkInterface(
  draws: Draws,
  type: string | undefined,
  scheme: InterfaceScheme | undefined,
): Piece {
  const digit = digits(draws, 1);
  const optional = (letter: string): Piece => maybe(draws, sequence([literal(letter), digit]));
  const types = (type === undefined ? TYPES : [type]).map((text) => literal(text));
  const [port, device] = [optional('f'), optional('d')];
  const rest: Readonly<Record<InterfaceScheme, Piece>> = {
    index: digit,
    slot: sequence([digit, port, device]),
    mac: characters(draws, '0123456789abcdef', 12),
    pci: sequence([digit, literal('s'), digit, port, device]),
  };
  const domain = optional('P');
  const schemes = (scheme === undefined ? (Object.keys(SCHEMES) as InterfaceScheme[]) : [scheme]).map((name) => ({
    before: name === 'pci' ? domain : literal(''),
    letter: literal(SCHEMES[name]),
    rest: rest[name],
  }));
  return piece(160, (chunk, at, a, b, r) => {
    const first = types[draws.below(types.length)];
    const { before, letter, rest: last } = schemes[draws.below(schemes.length)];
    const end = first.put(chunk, before.put(chunk, at, a, b, r), a, b, r);
    return last.put(chunk, letter.put(chunk, end, a, b, r), a, b, r);
  });
}

