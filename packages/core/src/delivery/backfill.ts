import type { Backfill } from './control.ts';
import type { RunState } from './run-state.ts';
import type { Schedule } from './schedule.ts';

/** The backfill of a run. */
export function newBackfill(state: RunState, schedule: Schedule): Backfill {
  const { pace } = state.options;
  return {
    refusal(elapsedMs) {
      // The first rows tell the pace whether it follows the wall clock.
      const waiting = schedule.behind(elapsedMs);
      const { present } = pace;
      if (present === null)
        return 'The stream cannot go live: its time ends in the past, or its events may lie in the future';
      const isPresent = present?.isAhead !== true && (schedule.isLive || waiting === 0);
      if (present === undefined || isPresent) return 'The stream is live: there is no history to skip';
      return present.due() >= schedule.mostRows
        ? 'The stream cannot go live: it reaches its limit in the past'
        : undefined;
    },
    skip(elapsedMs) {
      pace.present?.reach();
      const rows = schedule.skip(elapsedMs);
      state.tally.dropped(rows);
      // The rate since the run is live leaves out what was lost before.
      state.lostOfPast = undefined;
      return rows;
    },
  };
}
