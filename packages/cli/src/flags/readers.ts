import { isIPv6 } from 'node:net';
import { hostName } from '../transport/host-name.ts';
import type { Flag, FlagParts, Reading } from './flag.ts';

const ok = <Value>(value: Value): Reading<Value> => ({ ok: true, value });
const wrong = (message: string): Reading<never> => ({ ok: false, message });

/** Any text. */
export const textFlag = (parts: FlagParts & { readonly value: string }): Flag<string> => ({
  ...parts,
  schema: { type: ['string', 'number'] },
  read: ok,
});

/** Any text, repeatable. */
export const textsFlag = (parts: FlagParts & { readonly value: string }): Flag<readonly string[]> => ({
  ...parts,
  schema: { type: 'array', items: { type: 'string' } },
  many: true,
  read: (text) => ok([text]),
});

/** Origins of pages as browsers send them: `https://example.com`, or `null` for a page without one. Repeatable. */
export const originFlag = (parts: FlagParts & { readonly value: string }): Flag<readonly string[]> => ({
  ...textsFlag(parts),
  read(text) {
    if (text === 'null') return ok([text]);
    const [origin = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\]+(?=\/?$)/i.exec(text) ?? [];
    if (!URL.canParse(origin)) return wrong('must be an origin, such as https://example.com');
    const url = new URL(origin);
    // URL returns "null" for origins of other schemes, such as browser extensions.
    return ok([url.origin === 'null' ? origin : url.origin]);
  },
});

/** Host names or addresses, without a port. Repeatable. */
export const hostFlag = (parts: FlagParts & { readonly value: string }): Flag<readonly string[]> => ({
  ...textsFlag(parts),
  read: (text) =>
    hostName(text) === undefined || (text.includes(':') && !isIPv6(text))
      ? wrong('must be a host name or address, such as receiver or 192.168.1.5')
      : ok([text]),
});

/** A JSON value, checked further where it is used. */
export const jsonFlag = ({
  example,
  ...parts
}: FlagParts & { readonly value: string; readonly example: string }): Flag => ({
  ...parts,
  schema: {},
  read: (text) => {
    try {
      return ok(JSON.parse(text));
    } catch {
      return wrong(`must be JSON, such as '${example}'`);
    }
  },
});

/** On or off. */
export const switchFlag = (parts: FlagParts): Flag<boolean> => ({
  ...parts,
  schema: { type: 'boolean' },
  read: (text) =>
    text === 'true' || text === 'false' ? ok(text === 'true') : wrong('must be true or false'),
});

/** One of a list of words. */
export const choiceFlag = <Value extends string>(
  parts: FlagParts & { readonly choices: readonly Value[] },
): Flag<Value> => ({
  ...parts,
  value: parts.choices.join('|'),
  schema: { enum: parts.choices },
  read: (text) => {
    const choice = parts.choices.find((each) => each === text);
    return choice === undefined ? wrong(`must be one of: ${parts.choices.join(', ')}`) : ok(choice);
  },
});

/** A whole number in decimal digits. */
export const wholeFlag = (
  parts: FlagParts & { readonly least: number; readonly most?: number; readonly value?: string },
): Flag<number> => ({
  ...parts,
  value: parts.value ?? 'N',
  schema: { type: 'integer', minimum: parts.least, maximum: parts.most ?? Number.MAX_SAFE_INTEGER },
  read: (text) => {
    const { least, most = Number.MAX_SAFE_INTEGER } = parts;
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return ok(number);
    return wrong(
      most === Number.MAX_SAFE_INTEGER
        ? `must be a whole number of at least ${least}`
        : `must be a whole number from ${least} to ${most}`,
    );
  },
});

/** A finite number. */
export const numberFlag = (
  parts: FlagParts & { readonly value: string; readonly least: number; readonly most?: number },
): Flag<number> => ({
  ...parts,
  schema: {
    type: 'number',
    minimum: parts.least,
    ...(parts.most === undefined ? {} : { maximum: parts.most }),
  },
  read: (text) => {
    const { least, most = Infinity } = parts;
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isFinite(number) && number >= least && number <= most) return ok(number);
    return wrong(
      most === Infinity
        ? `must be a number of at least ${least}`
        : `must be a number from ${least} to ${most}`,
    );
  },
});

/** Events per second: a number above 0, or `max`, which is `Infinity`. */
export function readRate(text: string): Reading<number> {
  if (text === 'max') return ok(Infinity);
  const rate = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(rate) && rate > 0 ? ok(rate) : wrong('must be a number above 0, or max');
}

/** At least 1 row, or −1 for no limit. */
export function readLimit(text: string): Reading<number> {
  if (text === '-1') return ok(-1);
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  return limit >= 1 && Number.isSafeInteger(limit)
    ? ok(limit)
    : wrong('must be a whole number of at least 1, or -1 for no limit');
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const TIME = /^(\d+(\.\d+)?(ms|s|m|h|d)?)+$/;

/** A duration in milliseconds: `90`, `90s`, `1m30s`, `250ms`, `2h`, `1d`. The default unit is seconds. */
export function readDuration(text: string): Reading<number> {
  if (!TIME.test(text)) return wrong('must be a duration such as 30s, 5m or 1h30m');
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)?/g)];
  const ms = parts.reduce((sum, [, number, unit = 's']) => sum + Number(number) * (UNIT_MS[unit] ?? 0), 0);
  return ms > 0 ? ok(ms) : wrong('must be longer than 0');
}

/** A duration as written in a flag, in the largest unit without a fraction: `90s`, `10m`. */
export function durationText(ms: number): string {
  const units = Object.entries(UNIT_MS).toReversed();
  const [unit, unitMs] = units.find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${ms / unitMs}${unit}`;
}

const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** An instant in milliseconds since 1970: a date, at 0:00 UTC, or a time with its zone. */
export function readInstant(text: string): Reading<number> {
  const ms = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  // The 30th of February would be a day in March.
  const isDay = new Date(Date.parse(text.slice(0, 10))).getUTCDate() === Number(text.slice(8, 10));
  return Number.isFinite(ms) && isDay
    ? ok(ms)
    : wrong('must be a date or an instant, such as 2026-11-20T09:00:00Z');
}

/** An instant, in milliseconds since 1970. */
export const instantFlag = (parts: FlagParts): Flag<number> => ({
  ...parts,
  value: 'INSTANT',
  schema: { type: 'string', pattern: INSTANT.source },
  read: readInstant,
});

/** A duration, in milliseconds. */
export const durationFlag = (parts: FlagParts): Flag<number> => ({
  ...parts,
  value: 'TIME',
  schema: { type: ['string', 'number'], pattern: TIME.source, exclusiveMinimum: 0 },
  read: readDuration,
});
