import type { Progress } from '@catbird/core';
import type { Messages } from '../terminal.ts';
import { errorText, progressText, startText } from './plain.ts';
import type { Facts, Report } from './report.ts';
import { summaryText } from './summary.ts';

/** Erases the line. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (EL) */
const ERASE = '\r\u001B[2K';
const DIM = ['\u001B[2m', '\u001B[22m'] as const;
const RED = ['\u001B[31m', '\u001B[39m'] as const;
const BAR_COLUMNS = 20;

/**
 * One line that is written over, with a bar when the end is known.
 *
 * @param isHidden whether something else is being written on the same terminal: then there is no such line
 */
export function liveReport(err: Messages, isHidden: () => boolean): Report {
  let facts: Facts | undefined;
  let shown = false;
  const paint = (text: string, [on, off]: readonly [string, string]): string =>
    err.colour ? `${on}${text}${off}` : text;
  const line = (text: string): void => {
    err.write(`${shown ? ERASE : ''}${text}\n`);
    shown = false;
  };
  return {
    everyMs: 100,
    start(given) {
      facts = given;
      line(paint(startText(given), DIM));
    },
    note: line,
    progress(progress) {
      if (isHidden()) return;
      const text = [bar(progress, facts), progressText(progress)].filter((part) => part !== '').join(' ');
      err.write(`${ERASE}${text.slice(0, Math.max(1, err.columns - 1))}`);
      shown = true;
    },
    error: (error, retried) => line(retried ? errorText(error, true) : paint(errorText(error, false), RED)),
    answer: (text) => line(paint(`< ${text}`, DIM)),
    end: (end) => line(`\n${summaryText(end).trimEnd()}`),
  };
}

function bar({ elapsedMs, generated, inFlight }: Progress, facts: Facts | undefined): string {
  if (facts === undefined || (facts.limit < 0 && facts.durationMs === undefined)) return '';
  const byRows = facts.limit < 0 ? 0 : (generated - inFlight) / facts.limit;
  const byTime = facts.durationMs === undefined ? 0 : elapsedMs / facts.durationMs;
  const share = Math.min(1, Math.max(byRows, byTime));
  const full = Math.round(share * BAR_COLUMNS);
  return `${'━'.repeat(full)}${'╌'.repeat(BAR_COLUMNS - full)} ${Math.floor(share * 100)} %`;
}
