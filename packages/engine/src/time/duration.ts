import { invalid, type Result } from '../model/issue.ts';
/** A value read from what a person wrote, or the end of a sentence about it: "from **must be an instant**". */
export type Reading<Value> = Result<{ readonly value: Value }>;

/** A value that was read. */
export const read = <Value>(value: Value): Reading<Value> => ({ ok: true, value });

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration as people write it: `90`, `90s`, `1m30s`, `250ms`, `2h`, `1d`. Only the last unit may be missing. */
export const DURATION = /^(?=\d)(\d+(\.\d+)?(ms|s|m|h|d))*(\d+(\.\d+)?)?$/;

/** How durations are written, for messages. */
export const DURATION_EXAMPLES = 'a duration such as 30s, 5m or 1h30m';

/** A duration in milliseconds, 0 included. Numbers without a unit are seconds. Undefined if the text is none. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)?/g)];
  return parts.reduce((sum, [, number, unit = 's']) => sum + Number(number) * (UNIT_MS[unit] ?? 0), 0);
}

/** Units as they are written out. */
const WORDS = [
  [/^(?:ms|msecs?|milliseconds?)$/i, 'ms'],
  [/^(?:s|secs?|seconds?)$/i, 's'],
  [/^(?:m|mins?|minutes?)$/i, 'm'],
  [/^(?:h|hrs?|hours?)$/i, 'h'],
  [/^(?:d|days?)$/i, 'd'],
] as const;

/** A duration above 0, in milliseconds. */
export function readDuration(text: string): Reading<number> {
  const ms = parseDuration(text);
  if (ms === undefined) {
    const [, number, unit = ''] = /^(\d+(?:\.\d+)?) *([a-z]+)$/i.exec(text.trim()) ?? [];
    const short = WORDS.find(([pattern]) => pattern.test(unit))?.[1];
    return invalid(
      number === undefined || short === undefined
        ? `must be ${DURATION_EXAMPLES}`
        : `must be a duration: write ${number}${short} instead of ${text}`,
    );
  }
  return ms > 0 ? read(ms) : invalid('must be longer than 0');
}

/** A duration as written in a setting, in the largest unit without a fraction: `90s`, `10m`. */
export function durationText(ms: number): string {
  if (ms === 0) return '0s';
  const units = Object.entries(UNIT_MS).toReversed();
  const [unit, unitMs] = units.find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${ms / unitMs}${unit}`;
}
