import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cameBeyond, hasAccepted, progressIn, type Running } from '../catbird.ts';
import { expectRows, sample, summaryOf, type Setup } from './subject.ts';

/** Tests that neither the service nor the stream loses rows when it is killed and started again, `kills` times for the stream. */
export function killTests(setup: Setup, kills: number): void {
  const { subject, starting, streaming, fresh } = setup;

  if (subject.cannotRestart !== true)
    test('if the service is killed and restarted, it has every row that was counted', async () => {
      const target = await fresh();
      const perSecond = subject.perSecond ?? 2000;
      const flags = ['--seed', '7', '--eps', String(perSecond)];
      const patience = subject.startsSlowly === true ? ['--in-flight', '1'] : [];
      const running = starting(target.settings, ...flags, ...patience);
      await hasAccepted(running);
      await subject.beforeKill?.(setup.server);
      await (subject.losesOnKill === true ? setup.server.end() : setup.server.kill());
      await running.printed('"retried":true');
      await setup.server.start();
      await acceptsMore(running, perSecond);
      running.child.kill('SIGINT');
      const ended = await running.ended;
      expect(ended.code).toBe(130);
      const { accepted, failed, generated } = summaryOf(ended);
      expect({ accepted, failed }).toEqual({ accepted: generated, failed: 0 });
      const stored = await target.read();
      expectRows([...new Set(stored)], await sample(Number(accepted)));
      if (subject.deduplicates === true) expect(stored).toHaveLength(Number(accepted));
    });

  test(`a stream with --state that is killed ${kills} times misses no row`, async () => {
    const target = await fresh();
    const state = join(setup.folder, `${subject.command}.json`);
    const flags = ['--eps', '1000', '--state', state];
    for (let kill = 0; kill < kills; kill++) {
      const running = starting(target.settings, ...flags);
      await momentOf(kill, running, state);
      running.child.kill('SIGKILL');
      await running.ended;
    }
    const { next } = JSON.parse(await readFile(state, 'utf8')) as { next: number };
    // More than were sent after the state was saved.
    const limit = next + 10_000;
    const last = await streaming(target.settings, ...flags, '--eps', 'max', '--limit', String(limit));
    expect(last.code, last.err).toBe(0);
    expect(last.err).toContain('Resuming at row');
    const stored = await target.read();
    expectRows([...new Set(stored)], await sample(limit, String(summaryOf(last)['seed'])));
    if (subject.deduplicates === true) expect(stored).toHaveLength(limit);
    if (target.ids !== undefined) expect(new Set(await target.ids()).size).toBe(limit);
  });
}

/** Waits for a moment to kill a stream at: first just after its state was saved, then before it, then while rows are acknowledged. */
async function momentOf(kill: number, running: Running, state: string): Promise<void> {
  await running.printed('"start"');
  if (kill % 3 === 0) await advanced(state);
  if (kill % 3 === 2) await hasAccepted(running);
}

/**
 * Resolves once a stream accepts more events than it has reported so far, and none waits for another attempt: that might come later
 * than a stopped stream waits.
 */
async function acceptsMore({ until }: Running, perSecond: number): Promise<void> {
  const batchRows = perSecond < 1000 ? perSecond : perSecond / 5;
  let before: number | undefined;
  await until((err) => {
    const { accepted = 0, inFlight = 0 } = progressIn(err).at(-1) ?? {};
    before ??= accepted;
    return accepted > before && inFlight <= batchRows;
  });
}

/** Resolves once a state file is ahead of where it is now. */
async function advanced(state: string): Promise<void> {
  const before = await cameBeyond(-1, state);
  await cameBeyond(before, state);
}
