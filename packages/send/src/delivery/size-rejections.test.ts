import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady } from '../pace/pace.ts';

describe('a service that rejects every row as too large', () => {
  const tooLarge = new DeliveryError('too-large', 'Returned 413', {
    status: 413,
    hint: 'From the catalogue.',
  });
  const rejects = (acceptsFirst = 0): ScriptedConnection =>
    scripted((batch, request) => {
      if (request < acceptsFirst) return takes(batch);
      throw tooLarge;
    });
  const single = { rows: 1, bytes: 1e6 };

  test.each(['stop', 'continue'] as const)(
    'fails the run after ten rows with the service’s error, with onFailure "%s"',
    async (onFailure) => {
      const connection = rejects();
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

  test('fails the run even if batches have to be split first', async () => {
    const { summary } = await ran(rejects(), { limit: 1000, pace: steady(100) });
    expect(summary.reason).toBe('failed');
    expect(summary.error).toBe(tooLarge);
    expect(summary.rejected).toBe(10);
  });

  test('fails a run of four rows, as it accepted none', async () => {
    const { summary } = await ran(rejects(), { limits: single, limit: 4 });
    expect(summary).toMatchObject({ reason: 'failed', rejected: 4, error: tooLarge });
  });

  test('is not at fault if it accepted a row before, so the rows are too large', async () => {
    const { summary } = await ran(rejects(1), { limits: { ...single, inFlight: 1 }, limit: 30 });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 1, rejected: 29, error: undefined });
  });

  test('is not at fault if it answered a request in between, even if it quarantined its row', async () => {
    const connection = scripted((batch, request) => {
      if (request === 9) return { ...takes(batch), accepted: 0, quarantined: 1 };
      throw tooLarge;
    });
    const { summary } = await ran(connection, {
      limits: { ...single, inFlight: 1 },
      limit: 100,
      onFailure: 'continue',
    });
    // Nine, then ten in a row.
    expect(summary).toMatchObject({ reason: 'failed', quarantined: 1, rejected: 19 });
  });
});
