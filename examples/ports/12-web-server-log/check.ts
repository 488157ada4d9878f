import { newFaults, rowAt, rowsOf, shareFault, type Row, type Rows } from '../rows.ts';

/** A line in nginx's combined format, of the day of the config. */
const LINE =
  /^(?<address>[\d.]+) - - \[20\/Nov\/2026:(?<time>\d\d:\d\d:\d\d) \+0000\] "(?:GET|POST) \S+ HTTP\/1\.1" (?<status>\d{3}) (?<bytes>\d+) "[^"]+" "(?<agent>[^"]+)"$/;

type Parts = Readonly<Record<string, string>>;

/** Statuses by their first digit, and their shares. */
const SHARES = [
  ['Success', /^[23]/, 0.84],
  ['Client errors', /^4/, 0.11],
  ['Server errors', /^5/, 0.05],
] as const;

/** 84 % of requests succeed and 11 % are client errors, within half a percent. Each visitor has one agent. */
export function check(rows: Rows): readonly string[] {
  const lines = (rowsOf(rows, 'access-log') as readonly { readonly message: string }[]).map(
    ({ message }) => message,
  );
  const parts = lines.map((line) => LINE.exec(line)?.groups);
  return [
    ...(lines.length > 20_000 ? [] : [`Only ${lines.length} lines`]),
    ...lines.flatMap((line, i) => (parts[i] === undefined ? [`Not in the combined format: ${line}`] : [])),
    ...SHARES.flatMap(([name, digit, expected]) => {
      const count = parts.filter((part) => digit.test(part?.['status'] ?? '')).length;
      return shareFault(name, count / lines.length, { expected, tolerance: 0.005 });
    }),
    ...visitorFaults(parts.filter((part) => part !== undefined)),
  ];
}

function visitorFaults(lines: readonly Parts[]): readonly string[] {
  const { faults, expect } = newFaults();
  const agents = new Map<string, string>();
  let [again, last] = [0, ''];
  for (const { address = '', time = '', status, bytes, agent = '' } of lines) {
    const known = agents.get(address);
    if (known !== undefined) again++;
    expect((known ?? agent) === agent, `${address} has two agents: ${known} and ${agent}`);
    agents.set(address, agent);
    expect(status !== '304' || bytes === '0', `A 304 for ${address} has ${bytes} bytes`);
    expect(time >= last, `The line at ${time} follows one at ${last}`);
    last = time;
  }
  expect(
    agents.size > 1000 && again > lines.length / 2,
    `${agents.size} visitors, who come again ${again} times`,
  );
  return faults;
}

/** Replaces text in one line, or in all. */
function replace(rows: Rows, place: number | 'all', from: RegExp, to: string): void {
  const edit = (row: Row): void => void (row['message'] = String(row['message']).replace(from, to));
  if (place === 'all') rows['access-log']?.forEach(edit);
  else edit(rowAt(rows, 'access-log', place));
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a visitor has another agent': (rows) => {
    const address = /^\S+/.exec(String(rowAt(rows, 'access-log', 0)['message']))?.[0] ?? '';
    const again =
      rows['access-log']?.findLastIndex((row) => String(row['message']).startsWith(`${address} `)) ?? 0;
    replace(rows, again, /[^"]+"$/, 'curl/8.5.0"');
  },
  'half of the missing pages are found': (rows) => {
    replace(rows, 'all', /" 404 (\d*[02468]) /, '" 200 $1 ');
  },
  'a line is cut off': (rows) => {
    replace(rows, -1, /"$/, '');
  },
  'a line comes too late': (rows) => {
    replace(rows, 0, /:\d\d:\d\d:\d\d /, ':23:59:59 ');
  },
};
