import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady } from '../pace/pace.ts';
import { newSizeRejections } from './size-rejections.ts';

describe('a service that refuses every row as too large', () => {
  const tooLarge = new DeliveryError('too-large', 'Answered 413', {
    status: 413,
    hint: 'From the catalogue.',
  });
  const refuses = (takesFirst = 0): ScriptedConnection =>
    scripted((batch, request) => {
      if (request < takesFirst) return takes(batch);
      throw tooLarge;
    });
  const single = { rows: 1, bytes: 1e6 };

  test.each(['stop', 'continue'] as const)(
    'fails the run after ten, with its own error, also with onFailure "%s"',
    async (onFailure) => {
      const connection = refuses();
      const { summary, errors } = await ran(connection, {
        limits: { ...single, inFlight: 1 },
        limit: 1000,
        onFailure,
      });
      expect(summary).toMatchObject({ reason: 'failed', accepted: 0, rejected: 10 });
      expect(summary.error).toBe(tooLarge);
      expect(connection.requests).toHaveLength(10);
      expect(errors.at(-1)).toBe(tooLarge);
      expect(errors.filter((error) => error === tooLarge)).toHaveLength(1);
    },
  );

  test('fails the run, too, where it first had to cut requests of many rows', async () => {
    const { summary } = await ran(refuses(), { limit: 1000, pace: steady(100) });
    expect(summary.reason).toBe('failed');
    expect(summary.error).toBe(tooLarge);
    expect(summary.rejected).toBe(10);
  });

  test('is not "done" with four rows, none of which it took', async () => {
    const { summary } = await ran(refuses(), { limits: single, limit: 4 });
    expect(summary).toMatchObject({ reason: 'failed', rejected: 4, error: tooLarge });
  });

  test('is none when it has taken a row before: too large are the rows then', async () => {
    const { summary } = await ran(refuses(1), { limits: { ...single, inFlight: 1 }, limit: 30 });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 1, rejected: 29, error: undefined });
  });

  test('is none when it took a request in between, even to set all of its rows aside', () => {
    const rejections = newSizeRejections();
    const counts = { generated: 30, accepted: 0, quarantined: 1, rejected: 18, failed: 0 };
    const all = { ...counts, uncertain: 0, dropped: 0, inFlight: 11 };
    for (let i = 0; i < 9; i++) rejections.rejected(tooLarge);
    rejections.accepted();
    for (let i = 0; i < 9; i++) rejections.rejected(tooLarge);
    expect(rejections.verdict(all, false)).toBeUndefined();
    rejections.rejected(tooLarge);
    expect(rejections.verdict(all, false)).toBe(tooLarge);
  });
});
