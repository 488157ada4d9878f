import { rowAt, rowsOf, rowWhere, type Row, type Rows } from '../rows.ts';

interface User {
  readonly id: string;
  readonly email: string;
  readonly last_known_ip: string;
}

interface TableRow {
  readonly id: string;
  readonly change: { readonly op: string; readonly before: User | null; readonly after: User | null };
}

interface Message {
  readonly id: string;
  readonly user: User | null;
}

const sameAs = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** At any time a user has one row with one address. A delete is a tombstone under the key of the user, in the place of the change. */
export function check(rows: Rows): readonly string[] {
  const changes = rowsOf(rows, 'table') as readonly TableRow[];
  const messages = rowsOf(rows, 'topic') as readonly Message[];
  const table = new Map<string, User>();
  const faults = changes.flatMap((change, i) => [
    ...tableFaults(change, table),
    ...messageFaults(change, messages[i]),
  ]);
  const tombstones = messages.filter(({ user }) => user === null).length;
  return [
    ...faults,
    ...(messages.length === changes.length
      ? []
      : [`${messages.length} messages for ${changes.length} changes`]),
    ...(tombstones > 100 ? [] : [`Only ${tombstones} tombstones`]),
    ...(sameAs([...table], [...compacted(messages)]) ? [] : ['The table is not the compacted topic']),
  ];
}

/** Applies a change as a table with a primary key does, and says what it would reject. */
function tableFaults({ id, change }: TableRow, table: Map<string, User>): string[] {
  const { op, before, after } = change;
  const row = table.get(id) ?? null;
  if (after === null) table.delete(id);
  else table.set(id, after);
  return [
    ...((op === 'c') === (row === null)
      ? []
      : [`${op} of user ${id}, of whom the table has ${row ? 'a' : 'no'} row`]),
    ...(sameAs(before, row) ? [] : [`User ${id} has another row before the change`]),
    ...((op === 'd') === (after === null) ? [] : [`${op} of user ${id} leads to ${JSON.stringify(after)}`]),
    ...valueFaults(id, change),
  ];
}

function valueFaults(id: string, { op, before, after }: TableRow['change']): string[] {
  const isNewAddress = before?.email === after?.email && before?.last_known_ip !== after?.last_known_ip;
  return [
    ...([before, after].every((user) => user === null || user.id === id)
      ? []
      : [`A change of ${id} has another key`]),
    ...(op !== 'u' || isNewAddress ? [] : [`User ${id} is updated, but not by a new address alone`]),
  ];
}

function messageFaults({ id, change: { op, after } }: TableRow, message: Message | undefined): string[] {
  if (message === undefined || message.id !== id) return [`No message for a change of ${id}`];
  if (op === 'd' && message.user !== null) return [`The delete of ${id} is no tombstone`];
  return sameAs(message.user, after) ? [] : [`The message about ${id} has another row`];
}

/** What is left of a topic: the last value under each key. */
function compacted(messages: readonly Message[]): ReadonlyMap<string, User> {
  const left = new Map<string, User>();
  for (const { id, user } of messages)
    if (user === null) left.delete(id);
    else left.set(id, user);
  return left;
}

const changeWith = (rows: Rows, op: string): Row =>
  rowWhere(rows, 'table', ({ change }) => (change as Row)['op'] === op)['change'] as Row;

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a user is inserted twice': (rows) => {
    Object.assign(changeWith(rows, 'u'), { op: 'c', before: null });
  },
  'a tombstone has another key': (rows) => {
    rowWhere(rows, 'topic', ({ user }) => user === null)['id'] = rowAt(rows, 'topic', -1)['id'];
  },
  'a tombstone is missing': (rows) => {
    const place = rows['topic']?.findIndex(({ user }) => user === null) ?? 0;
    rows['topic']?.splice(place, 1);
  },
  'an address stays': (rows) => {
    const change = changeWith(rows, 'u');
    change['after'] = change['before'];
  },
};
