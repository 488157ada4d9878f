import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunReport } from '../worker/report-protocol.ts';
import { afterEvent, type Run, type StreamEvent } from './run.ts';
import { areRunning, sumOf, waitingRun } from './stream-runs.ts';

const WAITING = waitingRun({ eps: 10, limit: -1 });

const count = fc.nat({ max: 1e9 });
const counts = fc.record({
  accepted: count,
  quarantined: count,
  rejected: count,
  failed: count,
  dropped: count,
  inFlight: count,
  bytes: count,
});

/** A report whose counts add up. */
const report = counts.map((each) => {
  const { bytes: _, ...parts } = each;
  const generated = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { ...each, generated } as RunReport;
});

test('the counts of all streams add up if those of each do', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.option(report, { nil: undefined })), (given) => {
      const runs = new Map(
        Object.entries(given).map(([name, each]) => [name, { ...WAITING, progress: each }]),
      );
      const { generated, accepted, quarantined, rejected, failed, dropped, inFlight } = sumOf(runs);
      expect(generated).toBe(accepted + quarantined + rejected + failed + dropped + inFlight);
    }),
  );
});

const phaseAfter = (...events: readonly StreamEvent[]): string =>
  events.reduce<Run>(afterEvent, WAITING).phase;

test('a stream that waits is over only when it will not start', () => {
  expect(phaseAfter({ type: 'stopping' })).toBe('waiting');
  expect(areRunning(new Map([['a', WAITING]]))).toBe(true);
  expect(phaseAfter({ type: 'not started' })).toBe('not started');
  expect(areRunning(new Map([['a', afterEvent(WAITING, { type: 'not started' })]]))).toBe(false);
});

const NOTHING = { seconds: [], marks: [], changes: [] } as unknown as RunReport;

test('a report after Stop does not bring a stream back', () => {
  const progressed: StreamEvent = { type: 'progressed', report: NOTHING };
  expect(phaseAfter({ type: 'started' }, progressed)).toBe('running');
  expect(phaseAfter({ type: 'started' }, progressed, { type: 'stopping' }, progressed)).toBe('stopping');
  expect(phaseAfter({ type: 'started' }, { type: 'broke', message: 'why' })).toBe('over');
});
