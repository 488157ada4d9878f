import { expect, test, vi } from 'vitest';
import { newSession } from './session.ts';
import type { StreamNote } from './session-run.ts';

test('faults that an earlier session injected for a while end with it, and the page learns of it', async () => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  const told: StreamNote[] = [];
  const trial = { position: 0, faults: { malformed: { share: 1 } } };
  const session = newSession(
    {
      target: { generatorName: 'Log', settings: {} },
      schema: {
        source: { text: '{"n": {"type": "catbird.sequence"}}' },
        entities: undefined,
        files: {},
      },
      seed: '1',
      options: { eps: 1000, limit: 10 },
      optionNames: {},
      nowMs: 0,
      isSilent: true,
      left: {
        id: '',
        savedMs: 0,
        remaining: [[3, Infinity]],
        // Rows 3 and 4 may have been sent: they keep the faults.
        spans: [{ first: 3, end: 5, ms: 0 }],
        end: 10,
        timing: undefined,
        faultChanges: [trial],
        counts: { accepted: 3, quarantined: 0, rejected: 0, dropped: 0, bytes: 0 },
        reason: undefined,
      },
    },
    (note) => void told.push(note),
  );
  const summary = await session.run();
  const reports = [...told.flatMap((note) => (note.type === 'progressed' ? [note.report] : [])), summary];
  expect(reports.at(-1)).toMatchObject({ generated: 7, accepted: 7, faults: { malformed: 2 } });
  expect(reports.flatMap(({ faultChanges = [] }) => faultChanges)).toMatchObject([
    { change: { position: 5, faults: {} }, name: undefined },
  ]);
  vi.unstubAllGlobals();
});
