import type { SchemaObject } from '../../draft.ts';
import { isRecord } from '../../json.ts';
import type { Notes } from '../notes.ts';

/** How many records a second an hour has: a normal distribution. */
interface Hour {
  readonly mean: number;
  readonly deviation: number;
}

/** A table of rates: hours by day, of which 0 is Sunday. */
export type RateTable = ReadonlyMap<string, Hour>;

const DAYS = 7;
const HOURS = 24;
const keyOf = (day: number, hour: number): string => `${day}-${hour}`;

/** Reads the table as the Data Generator keeps it in a browser: `{"#0-13-mu": "100", "#0-13-sig": "10", …}`. Undefined if it is none. */
export function savedRates(saved: unknown): RateTable | undefined {
  if (!isRecord(saved)) return undefined;
  const table = new Map<string, Hour>();
  for (const [id, value] of Object.entries(saved)) {
    const [, hour, part] = /^#(\d-\d{1,2})-(mu|sig)$/.exec(id) ?? [];
    if (hour === undefined) return undefined;
    const { mean, deviation } = table.get(hour) ?? { mean: 0, deviation: 0 };
    const number = Number(value);
    table.set(hour, part === 'mu' ? { mean: number, deviation } : { mean, deviation: number });
  }
  return table.size === 0 ? undefined : table;
}

/** The header of a table in CSV. */
export const RATES_HEADER =
  /^\s*day\s*[,;\t]\s*hour\s*[,;\t]\s*(mu|mean)\s*[,;\t]\s*(sigma|sig|sd|deviation)\s*(\n|$)/i;

const NAMES = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];

/** Reads a table with the columns day (0 is Sunday, or its name), hour, mean and deviation. Lines that are none are named. */
export function listedRates(text: string, notes: Notes): RateTable {
  const table = new Map<string, Hour>();
  for (const [n, line] of text.trim().split(/\r?\n/).entries()) {
    if (n === 0 || line.trim() === '') continue;
    const listed = listedHour(line.split(/[,;\t]/).map((cell) => cell.trim()));
    if (listed === undefined)
      notes.add(
        'Left out a line of the rates: it has no day from 0 to 6, hour from 0 to 23, mean and deviation',
        `line ${n + 1}`,
      );
    else table.set(...listed);
  }
  return table;
}

function listedHour([name = '', ...cells]: readonly string[]): readonly [string, Hour] | undefined {
  const day = /^\d$/.test(name) ? Number(name) : NAMES.indexOf(name.slice(0, 2).toLowerCase());
  const [hour = -1, mean = -1, deviation = 0] = cells.map(Number);
  const exists = day >= 0 && day < DAYS && hour >= 0 && hour < HOURS;
  return exists && mean >= 0 && deviation >= 0 ? [keyOf(day, hour), { mean, deviation }] : undefined;
}

/** The rate of a stream. Its events per second are the highest mean, which the hours of the week multiply. */
export function rateOf(table: RateTable, notes: Notes): SchemaObject {
  const at = (day: number, hour: number): Hour => table.get(keyOf(day, hour)) ?? { mean: 0, deviation: 0 };
  const hours = [...table.values()];
  const peak = Math.max(...hours.map(({ mean }) => mean));
  if (!(peak > 0)) {
    notes.add('The table of rates has no mean above 0, and was left out');
    return {};
  }
  const missing = DAYS * HOURS - table.size;
  if (missing > 0) notes.add(`The table of rates lacks ${missing} of 168 hours, which get no events`);
  const isRandom = hours.some(({ deviation }) => deviation > 0);
  if (isRandom)
    notes.add(
      'Numbers of events vary as those of independent arrivals do: their deviation is the square root of the mean, not that of the table',
    );
  notes.add(
    'Hours of the rate are in UTC, and change in steps. Set rate.offset for another time zone, such as "+01:00"',
  );
  // Monday first.
  const week = Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: HOURS }, (__, hour) =>
      Number((at((day + 1) % DAYS, hour).mean / peak).toPrecision(4)),
    ),
  );
  const isConstant = week.flat().every((factor) => factor === 1);
  return { eps: peak, arrivals: isRandom ? 'poisson' : 'even', ...(!isConstant && { rate: { week } }) };
}
