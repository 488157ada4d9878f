import { disorderIn, groupedBy, msOf, pairsOf, rowAt, rowsOf, rowWhere, type Rows } from '../rows.ts';

interface Agent {
  readonly agent_id: number;
  readonly timestamp: string;
}

interface Action {
  readonly action: string;
  readonly agent_id: number;
  readonly call_id: string;
  readonly timestamp: string;
  readonly duration_ms?: number;
}

const AGENTS = 30;
const MINUTE_MS = 60_000;

/** The end of each call is as long after its start as was drawn. An agent has one call at a time. */
export function check(rows: Rows): readonly string[] {
  const agents = rowsOf(rows, 'agents') as readonly Agent[];
  const actions = rowsOf(rows, 'calls') as readonly Action[];
  const calls = [...groupedBy(actions, (action) => action.call_id)];
  const lengths = actions.flatMap((action) => action.duration_ms ?? []);
  return [
    ...disorderIn(
      'calls',
      actions.map(({ timestamp }) => timestamp),
    ),
    ...calls.flatMap(([id, call]) => callFaults(id, call)),
    ...[...groupedBy(actions, (action) => action.agent_id)].flatMap(([id, all]) =>
      agentFaults(
        id,
        all,
        agents.find((agent) => agent.agent_id === id),
      ),
    ),
    ...(agents.length === AGENTS ? [] : [`${agents.length} agents, not ${AGENTS}`]),
    ...lengthFaults(lengths),
  ];
}

function callFaults(id: string, [start, end, ...more]: readonly Action[]): readonly string[] {
  if (start?.action !== 'started' || end?.action !== 'ended' || more.length > 0)
    return [`Call ${id} is not one start and one end`];
  const lengthMs = msOf(end.timestamp) - msOf(start.timestamp);
  return [
    ...(start.agent_id === end.agent_id ? [] : [`Call ${id} changes its agent`]),
    ...(lengthMs === start.duration_ms ? [] : [`Call ${id} takes ${lengthMs} ms, not ${start.duration_ms}`]),
    ...(Object.hasOwn(end, 'duration_ms') ? [`The end of call ${id} has a length`] : []),
  ];
}

/** The actions of an agent are start and end in turns, of the same call, so no two calls overlap. */
function agentFaults(id: number, actions: readonly Action[], agent: Agent | undefined): readonly string[] {
  const [first] = actions;
  return [
    ...(agent !== undefined && msOf(agent.timestamp) < msOf(first?.timestamp)
      ? []
      : [`Agent ${id} has a call before the shift`]),
    ...(first?.action === 'started' ? [] : [`The first call of agent ${id} has no start`]),
    ...pairsOf(actions).flatMap(([before, action]) =>
      before.action !== action.action && (action.action === 'started') !== (action.call_id === before.call_id)
        ? []
        : [`Agent ${id} has two calls at ${action.timestamp}`],
    ),
  ];
}

/** Lengths are drawn evenly from one to eight minutes. */
function lengthFaults(lengthsMs: readonly number[]): readonly string[] {
  const mean = lengthsMs.reduce((sum, each) => sum + each, 0) / lengthsMs.length;
  const isWithin = lengthsMs.every((each) => each >= MINUTE_MS && each <= 8 * MINUTE_MS);
  return [
    ...(lengthsMs.length >= 200 && isWithin ? [] : ['Lengths of calls are not from one to eight minutes']),
    ...(Math.abs(mean / MINUTE_MS - 4.5) < 0.5 ? [] : [`Calls take ${mean} ms on average`]),
  ];
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a call ends a millisecond late': (rows) => {
    const end = rowAt(rows, 'calls', -1);
    end['timestamp'] = new Date(msOf(end['timestamp']) + 1).toISOString();
  },
  'an agent has two calls': (rows) => {
    const first = rowAt(rows, 'calls', 0);
    const other = rowWhere(rows, 'calls', (row) => row['agent_id'] !== first['agent_id']);
    const call = other['call_id'];
    for (const row of rows['calls'] ?? []) if (row['call_id'] === call) row['agent_id'] = first['agent_id'];
  },
  'a call never ends': (rows) => {
    rows['calls']?.pop();
  },
};
