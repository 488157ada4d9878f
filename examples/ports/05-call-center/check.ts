import { apart, disorder, last } from '../sql.ts';

const OWN = 'WINDOW own AS (PARTITION BY agent_id ORDER BY n)';

/** The end of each call is as long after its start as was drawn. An agent has one call at a time. */
export const check = {
  'Calls are in order of time': disorder('calls', 'timestamp'),
  'Each call is one start and one end':
    "SELECT call_id FROM calls GROUP BY call_id HAVING list(action ORDER BY n) <> ['started', 'ended']",
  'Each call ends after exactly the drawn length': `
    FROM calls s JOIN calls e USING (call_id)
    WHERE s.action = 'started' AND e.action = 'ended' AND (
      s.agent_id <> e.agent_id OR list_contains(json_keys(e.json), 'duration_ms')
      OR epoch_ms(e.timestamp) - epoch_ms(s.timestamp) IS DISTINCT FROM s.duration_ms)`,
  'The first call of an agent has a start': `FROM calls ${OWN} QUALIFY row_number() OVER own = 1 AND action <> 'started'`,
  'An agent has one call at a time': `
    FROM calls ${OWN}
    QUALIFY lag(action) OVER own = action OR (action = 'started') = (lag(call_id) OVER own = call_id)`,
  'An agent has no call before the shift': `
    SELECT agent_id FROM calls LEFT JOIN agents USING (agent_id)
    GROUP BY agent_id HAVING (min(agents.timestamp) < min(calls.timestamp)) IS NOT TRUE`,
  'There are 30 agents': apart('(SELECT count(*) FROM agents)', 30, 0),
  'Lengths are drawn evenly from one to eight minutes': `
    SELECT count(duration_ms) AS calls, min(duration_ms) AS least, max(duration_ms) AS most, avg(duration_ms) AS mean FROM calls
    HAVING NOT (calls >= 200 AND least >= 60000 AND most <= 480000 AND abs(mean / 60000 - 4.5) < 0.5)`,
};

export const mutants = {
  'a call ends a millisecond late': `UPDATE calls SET timestamp = timestamp + INTERVAL 1 MILLISECOND WHERE n = ${last('calls', 'n')}`,
  'an agent has two calls': `
    UPDATE calls SET agent_id = (SELECT arg_min(agent_id, n) FROM calls)
    WHERE call_id = (SELECT arg_min(call_id, n) FROM calls WHERE agent_id <> (SELECT arg_min(agent_id, n) FROM calls))`,
  'a call never ends': `DELETE FROM calls WHERE n = ${last('calls', 'n')}`,
};
