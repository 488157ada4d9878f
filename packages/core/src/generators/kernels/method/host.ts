import { pool } from '../engine/pool.ts';
import { literal, sequence, type Piece } from '../record/piece.ts';
import { among, characters, digits, maybe, piece } from './pieces.ts';
import type { Draws } from './draws.ts';

const WEEKDAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');
const NICKNAMES = '@annually @daily @hourly @monthly @reboot @weekly @yearly'.split(' ');
const [FIRST_YEAR, LAST_YEAR] = [1970, 2099];
const MINUTES = 60;

/** Texts of cron fields, each with the space that follows: numbers, days of the week, years, and any. */
const TEXTS = pool(
  [
    ...Array.from({ length: MINUTES }, (_, n) => n),
    ...WEEKDAYS,
    ...Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, n) => FIRST_YEAR + n),
    '*',
    '?',
  ].map((text) => `${text} `),
);
const [WEEKDAY, YEAR] = [MINUTES, MINUTES + WEEKDAYS.length];
const [ANY, NONE] = [TEXTS.size - 2, TEXTS.size - 1];
/** Numbers of minutes, hours, days, months, weekdays, their names, and years; then of the forms of each field. */
const CANDIDATES = Int32Array.of(MINUTES, 24, 31, 12, 7, 7, LAST_YEAR - FIRST_YEAR + 1, 2, 2, 3, 2, 4, 2);

/**
 * A cron expression. All candidates of all fields are drawn before any is chosen.
 *
 * @param hasYear adds a sixth field
 * @param isAny allows forms such as `@daily`
 */
export function cron(draws: Draws, hasYear: boolean, isAny: boolean): Piece {
  const nickname = among(draws, NICKNAMES);
  const drawn = new Int32Array(CANDIDATES.length);
  const texts = new Int32Array(6);
  const count = hasYear ? 6 : 5;
  return piece(64, (chunk, at, a, b, r) => {
    draws.each(CANDIDATES, drawn);
    texts[0] = drawn[7] === 0 ? drawn[0] : ANY;
    texts[1] = drawn[8] === 0 ? drawn[1] : ANY;
    texts[2] = either(drawn[9], drawn[2] + 1);
    texts[3] = drawn[10] === 0 ? drawn[3] + 1 : ANY;
    texts[4] = drawn[11] === 0 ? drawn[4] : either(drawn[11] - 1, WEEKDAY + drawn[5]);
    texts[5] = drawn[12] === 0 ? YEAR + drawn[6] : ANY;
    if (isAny && !draws.chance(0.5)) return nickname.put(chunk, at, a, b, r);
    let end = at;
    for (let i = 0; i < count; i++) {
      chunk.view.setFloat64(end, TEXTS.words[texts[i]], true);
      end += TEXTS.lengths[texts[i]];
    }
    return end - 1;
  });
}

/** A text, `*` or `?`. */
const either = (n: number, text: number): number => (n === 0 ? text : n === 1 ? ANY : NONE);

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
  const schemes = (scheme === undefined ? (Object.keys(SCHEMES) as InterfaceScheme[]) : [scheme]).map(
    (name) => ({
      before: name === 'pci' ? domain : literal(''),
      letter: literal(SCHEMES[name]),
      rest: rest[name],
    }),
  );
  return piece(160, (chunk, at, a, b, r) => {
    const first = types[draws.below(types.length)];
    const { before, letter, rest: last } = schemes[draws.below(schemes.length)];
    const end = first.put(chunk, before.put(chunk, at, a, b, r), a, b, r);
    return last.put(chunk, letter.put(chunk, end, a, b, r), a, b, r);
  });
}
