import moment from 'moment-timezone';
import packed from 'moment-timezone/data/packed/latest.json' with { type: 'json' };

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/** From this year on, whatever changes in the source changes every year in the same way. */
const YEARLY_MS = Date.UTC(2100, 0);

/** From an instant on, an offset in minutes east of UTC holds. */
type Change = readonly [ms: number, offset: number];

/** All changes of a zone since 1970, and the offset before them. */
function changesOf(name: string): { readonly first: number; readonly changes: readonly Change[] } {
  const zone = moment.tz.zone(name);
  if (zone === null) throw new Error(`moment-timezone has no zone ${name}`);
  const { untils, offsets } = zone;
  // Offsets are minutes west. The last has no end.
  const east = offsets.map((offset) => 0 - offset);
  const start = untils.findIndex((ms) => !(ms <= 0));
  const changes = untils
    .map((ms, n): Change => [ms, east[n + 1] ?? NaN])
    .slice(start, -1)
    .filter(([, offset], n) => offset !== east[start + n]);
  return { first: east[start] ?? 0, changes };
}

/** A day of every year: `3.5.0` is the last Sunday of March. Weeks count from 1, and 5 is the last; weekdays count from Sunday, 0. */
function dayIn(year: number, month: number, week: number, weekday: number): number {
  const first = Date.UTC(year, month - 1, 1);
  const days = (weekday - new Date(first).getUTCDay() + 7) % 7;
  const day = first + (days + (week - 1) * 7) * DAY_MS;
  return new Date(day).getUTCMonth() === month - 1 ? day : day - 7 * DAY_MS;
}

/** A change of every year: `seconds` after the midnight of a day, by the clock before it. */
interface Yearly {
  readonly month: number;
  readonly week: number;
  readonly weekday: number;
  readonly seconds: number;
}

const secondsAfter = (localMs: number, { month, week, weekday }: Omit<Yearly, 'seconds'>): number =>
  (localMs - dayIn(new Date(localMs).getUTCFullYear(), month, week, weekday)) / SECOND_MS;

const LONGEST = 2 * 86_400;

/** The rule that changes follow; undefined if there is none. Of several, the one whose time is within its day. */
function yearlyOf(locals: readonly number[]): Yearly | undefined {
  const [first] = locals;
  if (first === undefined) return undefined;
  const month = new Date(first).getUTCMonth() + 1;
  const found = [month - 1, month, month + 1]
    .filter((each) => each >= 1 && each <= 12)
    .flatMap((each) => WEEKS.map(([week, weekday]) => ({ month: each, week, weekday })))
    .map((day) => ({ ...day, seconds: secondsAfter(first, day) }))
    .filter((rule) => Math.abs(rule.seconds) <= LONGEST)
    .filter((rule) => locals.every((ms) => secondsAfter(ms, rule) === rule.seconds));
  const cost = ({ seconds }: Yearly): number => (seconds >= 0 && seconds <= 86_400 ? 0 : Math.abs(seconds));
  return found.toSorted((a, b) => cost(a) - cost(b))[0];
}

const WEEKS = [1, 2, 3, 4, 5].flatMap((week) => [0, 1, 2, 3, 4, 5, 6].map((day) => [week, day] as const));

/** A zone's line: offsets in minutes, which of them follow, seconds between changes to base 36, and changes of every year after. */
function lineOf(name: string): string {
  const { first, changes } = changesOf(name);
  const locals = changes.map(([ms], n) => ms + (changes[n - 1]?.[1] ?? first) * 60_000);
  const late = changes.flatMap(([ms, offset], n) =>
    ms >= YEARLY_MS ? [{ offset, local: locals[n] ?? 0 }] : [],
  );
  const rules = [...new Set(late.map(({ offset }) => offset))].map((offset) => {
    const rule = yearlyOf(late.filter((each) => each.offset === offset).map(({ local }) => local));
    if (rule === undefined) throw new Error(`${name} does not change every year in the same way`);
    return { offset, ...rule };
  });
  if (rules.length !== 0 && rules.length !== 2) throw new Error(`${name} has ${rules.length} changes a year`);
  // After a year without changes, the list has to go on.
  const isByRule = ([ms, offset]: Change, n: number): boolean =>
    ms - (changes[n - 1]?.[0] ?? -Infinity) < 300 * DAY_MS &&
    rules.some((rule) => rule.offset === offset && secondsAfter(locals[n] ?? 0, rule) === rule.seconds);
  // The first change by the rule is the last in the list.
  const kept = changes.slice(
    0,
    rules.length === 0 ? undefined : changes.findLastIndex((change, n) => !isByRule(change, n)) + 2,
  );
  const offsets = [
    ...new Set([first, ...kept.map(([, offset]) => offset), ...rules.map(({ offset }) => offset)]),
  ];
  const digit = (offset: number): string => offsets.indexOf(offset).toString(36);
  return [
    offsets.join(' '),
    [first, ...kept.map(([, offset]) => offset)].map(digit).join(''),
    kept.map(([ms], n) => ((ms - (kept[n - 1]?.[0] ?? 0)) / SECOND_MS).toString(36)).join(' '),
    rules
      .map(({ month, week, weekday, seconds, offset }) =>
        [month, week, weekday, seconds, digit(offset)].join('.'),
      )
      .join(' '),
  ].join('|');
}

/** The table of time zones: a line for each zone since 1970, or the name of another zone that is the same. */
export function zonesFile(): string {
  const names = packed.zones.map((zone) => zone.slice(0, zone.indexOf('|')));
  const byLine = new Map<string, string>();
  const zones = new Map<string, string>();
  for (const name of names) {
    const line = lineOf(name);
    zones.set(name, byLine.get(line) ?? line);
    if (!byLine.has(line)) byLine.set(line, name);
  }
  for (const link of packed.links) {
    const [target = '', name = ''] = link.split('|');
    const line = zones.get(target) ?? '';
    zones.set(name, line.includes('|') ? target : line);
  }
  const sorted = [...zones].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}
