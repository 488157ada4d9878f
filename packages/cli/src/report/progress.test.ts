import type { Progress } from '@catbird/core';
import { expect, test } from 'vitest';
import { liveReport } from './board.ts';
import { progressText } from './plain.ts';
import { endText } from './summary-line.ts';

const progress: Progress = {
  generated: 50,
  accepted: 40,
  quarantined: 0,
  rejected: 0,
  failed: 0,
  uncertain: 0,
  dropped: 0,
  inFlight: 10,
  elapsedMs: 20_000,
  asked: 10,
  achieved: 2,
  average: 2,
  behind: { rows: 50, seconds: 5 },
  requests: {},
  retried: 3,
  bytes: 0,
  latency: { p50: 0, p95: 0, p99: 0 },
  lastError: undefined,
};

test.each([
  [{ nextMs: 3000, giveUpMs: 24_000 }, 'retrying: next try in 3.0 s, giving up in 24.0 s'],
  [
    { nextMs: 0, giveUpMs: 500, attemptsLeft: 2 },
    'retrying: trying now, giving up in 0.5 s, attempts left: 2',
  ],
])('progress with %j starts with: %s', (retrying, words) => {
  expect(progressText({ ...progress, retrying })).toContain(`: 2/s of 10/s · ${words} · 40 accepted`);
});

test.each([
  [{ limit: 100, durationMs: undefined }, {}, '2/s of 10/s · about 30.0 s left · 40 accepted'],
  [{ limit: 100, durationMs: 5000 }, { achieved: 20 }, '20/s of 10/s · about 3.0 s left · 40 accepted'],
  [{ limit: -1, durationMs: 50_000 }, {}, '2/s of 10/s · about 30.0 s left · 40 accepted'],
  [{ limit: -1, durationMs: undefined }, {}, '2/s of 10/s · 40 accepted'],
  [{ limit: 100, durationMs: undefined }, { achieved: 0 }, '0/s of 10/s · 40 accepted'],
])('the end is estimated: %j at %j', (end, now, words) => {
  const facts = { schema: 'x', to: 'x', perSecond: 10, seed: '1', ...end };
  expect(progressText({ ...progress, ...now }, facts)).toContain(words);
});

test('a stream that exceeds its duration reports how late it ended', () => {
  const summary = { ...progress, latencyBins: [], reason: 'limit', error: undefined } as const;
  expect(endText({ summary, reason: 'duration', lateMs: 9900 })).toBe(
    'Reached its duration after 20.0 s, 9.9 s late',
  );
  expect(endText({ summary, reason: 'duration' })).toBe('Reached its duration after 20.0 s');
});

test('the progress bar of a duration at a rate counts events, even after the time is over', () => {
  const shown: string[] = [];
  const board = {
    show: (_: number, text: string) => void shown.push(text),
    clear: () => undefined,
    print: () => undefined,
  };
  const report = liveReport(board, { line: 0, stream: undefined, width: 0 });
  report.start({ schema: 'x', to: 'x', perSecond: 10, limit: 100, durationMs: 10_000, seed: '1' });
  report.progress(progress);
  expect(shown.at(-1)).toContain('╌ 40 % ');
});
