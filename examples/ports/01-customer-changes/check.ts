import { groupedBy, rowsOf, rowWhere, type Row, type Rows } from '../rows.ts';

type Customer = Readonly<Record<'id' | 'first_name' | 'last_name' | 'email', string>>;

interface Event {
  readonly id: string;
  readonly change: {
    readonly op: 'c' | 'u' | 'd';
    readonly before: Customer | null;
    readonly after: Customer | null;
    readonly ts_ms: number;
    readonly source: { readonly sequence: number };
  };
}

const CHANGES = 3000;

/** `before` is the previous `after` of the same customer. Each is created first, and deleted last. */
export function check(rows: Rows): readonly string[] {
  const events = rowsOf(rows, 'cdc-events') as readonly Event[];
  const lives = [...groupedBy(events, ({ id }) => id)];
  const ended = lives.filter(([, life]) => life.at(-1)?.change.op === 'd');
  return [
    ...(events.length === CHANGES ? [] : [`${events.length} changes, not ${CHANGES}`]),
    ...(ended.length > 100 ? [] : [`Only ${ended.length} customers are deleted`]),
    ...lives.flatMap(([id, life]) => faultsIn(id, life)),
  ];
}

function faultsIn(id: string, life: readonly Event[]): readonly string[] {
  let [table, lastMs]: [Customer | null, number] = [null, 0];
  return life.flatMap(({ change: { op, before, after, ts_ms: ms, source } }, i) => {
    const faults = [
      ...((op === 'c') === (i === 0) ? [] : [`${id}: change ${i + 1} is ${op}`]),
      ...(op === 'd' && i < life.length - 1 ? [`${id} changes after its delete`] : []),
      ...((op === 'd') === (after === null) ? [] : [`${id}: ${op} has after ${JSON.stringify(after)}`]),
      ...(JSON.stringify(before) === JSON.stringify(table) ? [] : [`${id}: before is not the last after`]),
      ...([before, after].some((each) => each !== null && each.id !== id) ? [`${id}: another key`] : []),
      ...(source.sequence === i + 1 && ms > lastMs ? [] : [`${id}: change ${i + 1} is out of order`]),
    ];
    [table, lastMs] = [after, ms];
    return faults;
  });
}

const changeWith = (rows: Rows, op: string): Row =>
  rowWhere(rows, 'cdc-events', ({ change }) => (change as Row)['op'] === op)['change'] as Row;

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'an update has another row before': (rows) => {
    const change = changeWith(rows, 'u');
    change['before'] = { ...(change['before'] as Row), email: 'nobody@example.com' };
  },
  'a customer is not created': (rows) => {
    rows['cdc-events']?.splice(0, 1);
  },
  'a change follows a delete': (rows) => {
    changeWith(rows, 'u')['op'] = 'd';
  },
  'the row after a delete is there': (rows) => {
    const change = changeWith(rows, 'd');
    change['after'] = change['before'];
  },
};
