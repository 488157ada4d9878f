import type { SecondReport } from './report-protocol.ts';

/** Counts a run second by second. All times are milliseconds since its start and never decrease. */
export interface Seconds {
  /** Rows were accepted. */
  accepted(rows: number, elapsedMs: number): void;
  /** Notes the planned rate, undefined while there is nothing to compare with, as history is sent; and rows that are due but not generated. */
  planned(perSecond: number | undefined, behindRows: number, elapsedMs: number): void;
  /** The seconds that have passed since the last call. */
  finished(elapsedMs: number): readonly SecondReport[];
}

interface Second {
  accepted: number;
  /** Sum and number of the rates noted. */
  planned: number;
  notes: number;
  isCompared: boolean;
  isBehind: boolean;
}

/** After a stall, at most this many seconds are reported at once: more than a chart shows. */
const MAX_SECONDS = 3600;

/** Seconds that start at zero. */
export function newSeconds(): Seconds {
  let next = 0;
  let last: Pick<SecondReport, 'planned' | 'isBehind'> = { planned: undefined, isBehind: false };
  const open = new Map<number, Second>();
  const at = (elapsedMs: number): Second => {
    const second = Math.floor(elapsedMs / 1000);
    const known = open.get(second);
    if (known !== undefined) return known;
    const fresh = { accepted: 0, planned: 0, notes: 0, isCompared: true, isBehind: false };
    open.set(second, fresh);
    return fresh;
  };
  const take = (second: number): SecondReport => {
    const noted = open.get(second);
    open.delete(second);
    const accepted = noted?.accepted ?? 0;
    if (noted === undefined || noted.notes === 0) return { second, accepted, ...last };
    const planned = noted.isCompared ? noted.planned / noted.notes : undefined;
    return { second, accepted, planned, isBehind: noted.isBehind };
  };
  return {
    accepted(rows, elapsedMs) {
      at(elapsedMs).accepted += rows;
    },
    planned(perSecond, behindRows, elapsedMs) {
      const second = at(elapsedMs);
      second.notes++;
      second.planned += perSecond ?? 0;
      second.isCompared &&= perSecond !== undefined;
      second.isBehind = behindRows > 0;
      last = { planned: perSecond, isBehind: second.isBehind };
    },
    finished(elapsedMs) {
      const end = Math.floor(elapsedMs / 1000);
      next = Math.max(next, end - MAX_SECONDS);
      const reports: SecondReport[] = [];
      for (; next < end; next++) reports.push(take(next));
      for (const second of open.keys()) if (second < next) open.delete(second);
      return reports;
    },
  };
}
