import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Config } from '../state/config.ts';
import { initialState, type RunState, type State } from '../state/state.ts';
import type { RunReport } from '../worker/report-protocol.ts';
import { noHistory } from '../state/history.ts';
import { noEvents } from '../state/run-events.ts';
import { Configuration, OwnRun } from '../steps/overview/overview.tsx';
import { deliveryText, Wire } from './account.tsx';
import { spansText } from './controls.tsx';
import { wholeItems } from './run-view.tsx';
import { msText } from './units.ts';

const config: Config = { generatorName: 'Log', settings: {}, eps: 100, limit: -1 };
const NONE = {
  generated: 0,
  accepted: 0,
  quarantined: 0,
  rejected: 0,
  failed: 0,
  uncertain: 0,
  dropped: 0,
  inFlight: 0,
  retried: 0,
  bytes: 0,
  elapsedMs: 5000,
  achieved: 40,
  average: 40,
};
const report = (more: Partial<RunReport> = {}): RunReport =>
  ({
    ...NONE,
    behind: { rows: 0, seconds: 0 },
    latency: { p50: 0, p95: 0, p99: 0 },
    requests: {},
    time: { isLive: true, plannedPerSecond: 100, isPaused: false },
    ...more,
  }) as RunReport;
const stateOf = (progress: RunReport, more: Partial<RunState> = {}): State => {
  const run = {
    phase: 'running',
    config,
    progress,
    history: noHistory,
    marks: { list: [] },
    events: noEvents,
    ...more,
  };
  return { ...initialState('1'), config, run: run as unknown as RunState };
};
const actions = {
  start: () => Promise.resolve(),
  stop: () => undefined,
  change: () => undefined,
  faultLog: () => '',
  request: () => undefined,
};
/** All of the overview, its bar, and what it says below the chart. */
const overview = (state: State): string =>
  renderToStaticMarkup(<OwnRun state={state} actions={actions} curveForm={() => null} />);
const part = (markup: string, name: string): string =>
  markup.slice(markup.indexOf(`class="${name}"`)).split('class="figures')[0] ?? '';
const bar = (state: State): string => part(overview(state), 'run-bar').split('class="run-top"')[0] ?? '';
const outcome = (state: State): string =>
  part(overview(state), 'run-slot').split('class="run-events')[0] ?? '';

test.each([
  [0, '< 0.1'],
  [0.04, '< 0.1'],
  [0.1, '0.1'],
  [9.94, '9.9'],
  [1234.4, '1,234'],
])('a latency of %d ms is "%s"', (ms, text) => {
  expect(msText(ms)).toBe(text);
});

test('before the first response there is no latency, and nothing is "0.0"', () => {
  expect(renderToStaticMarkup(<Wire report={report()} />)).toContain('None yet');
  const some = renderToStaticMarkup(<Wire report={report({ requests: { ok: 3 } })} />);
  expect(some).toContain('&lt; 0.1');
  expect(some).not.toContain('0.0');
});

test('a service that limits the rate is named, with the rate reached', () => {
  const error = { kind: 'rate-limited', message: 'Returned 429', atMs: 4000, retried: true };
  const limited = stateOf(report({ lastError: error as never, behind: { rows: 300, seconds: 3 } }));
  expect(bar(limited)).toMatch(/<b>[^<]+ limits the rate<\/b>/);
  expect(overview(limited)).toContain('Asked <b>100/s</b>');
  expect(outcome(limited)).toContain('It takes about 40/s instead of 100/s');
  // Long ago.
  expect(bar(stateOf(report({ lastError: error as never, elapsedMs: 60_000 })))).toContain('<b>Running</b>');
});

test('rejected rows are no slowness', () => {
  const state = stateOf(
    report({ rejected: 60, generated: 200, accepted: 100, behind: { rows: 200, seconds: 2 } }),
  );
  expect(outcome(state)).not.toContain('instead of');
  expect(outcome(state)).toContain('Rejected and failed rows lower the achieved rate, too.');
  expect(overview(state)).toContain('100 accepted, 60 rejected');
  expect(outcome(stateOf(report({ behind: { rows: 200, seconds: 2 } })))).toContain('40/s instead of 100/s');
});

test('after a failure the settings come first, and after any other end Start does', () => {
  const ended = (reason: string): string =>
    bar(stateOf(report(), { phase: 'over', summary: { reason } as never }));
  expect(ended('failed')).toContain('<a class="btn" href="#settings">Change settings</a>');
  expect(ended('failed')).toContain('class="btn btn-2">Start Generating!');
  for (const reason of ['limit', 'stopped']) {
    expect(ended(reason)).not.toContain('Change settings');
    expect(ended(reason)).toContain('class="btn">Start Generating!');
  }
});

test('a run that is over says once what it sent, and offers what to do next', () => {
  const counts = { generated: 1300, accepted: 1234, rejected: 66 };
  const error = { kind: 'rejected', message: 'HTTP returned 400', status: 400, atMs: 4000, retried: false };
  const ended = (reason: string): State =>
    stateOf(report({ ...counts, lastError: error as never }), {
      phase: 'over',
      config: { ...config, limit: 1300 },
      summary: {
        ...counts,
        lastError: error,
        reason,
        ...(reason === 'failed' && { error }),
      } as never,
    });
  const buttons = (markup: string): readonly string[] =>
    [...markup.matchAll(/<(?:button|a)[^>]*>(?:<b>)?([^<]+)/g)].map(([, name = '']) => name);
  const next = (reason: string): string => part(overview(ended(reason)), 'next').split('</div>')[0] ?? '';
  expect(buttons(next('stopped'))).toEqual(['Send it somewhere', 'Change this schema', 'Share']);
  expect(overview(ended('limit'))).toContain('1,234 accepted, 66 rejected');
  expect(overview(ended('limit')).match(/1,234/g)).toHaveLength(2);
  expect(outcome(ended('failed'))).toContain('returned 400');
  expect(outcome(ended('failed'))).toContain('role="alert"');
});

test('a line says where all events went', () => {
  const counts = { ...NONE, generated: 10, accepted: 10 };
  expect(deliveryText(undefined)).toBe('nothing sent yet');
  expect(deliveryText(counts)).toBe('all 10 accepted');
  expect(deliveryText({ ...counts, accepted: 6, rejected: 2, dropped: 1, inFlight: 1 })).toBe(
    '6 accepted, 2 rejected, 1 dropped, 1 in flight',
  );
});

test('only the announcer is live, and has no figures that change with every report', () => {
  const behind = bar(stateOf(report({ behind: { rows: 1234, seconds: 12.3 } })));
  expect(behind.match(/role="status"/g)).toHaveLength(1);
  expect(behind).toContain('role="status">Behind</p>');
  expect(outcome(stateOf(report({ behind: { rows: 1234, seconds: 12.3 } })))).not.toContain('role="status"');
  // Requests may fail several times a second.
  const lastError = { message: 'Tinybird returned 500: no', atMs: 4000, retried: true } as never;
  const retrying = { nextMs: 900, giveUpMs: 9000 };
  for (const failing of [report({ lastError }), report({ lastError, retrying })]) {
    expect(bar(stateOf(failing))).toContain('role="status">Running. Retrying: Tinybird returns 500</p>');
    expect(outcome(stateOf(failing))).toContain('Tinybird');
    expect(outcome(stateOf(failing))).not.toContain('role="status"');
  }
});

test('a yes or no is shown as one', () => {
  const tinybird = { ...config, generatorName: 'Tinybird', settings: { wait: 'false', token: 'secret' } };
  const markup = renderToStaticMarkup(<Configuration config={tinybird} state={initialState('1')} />);
  expect(markup).toContain('<dd>No</dd>');
  expect(markup).not.toMatch(/false|secret/);
});

test.each([
  [12.4 * 864e5, 30 * 864e5, '12 of 30 days'],
  [0, 5 * 36e5, '0 of 5 hours'],
  [90_000, 180_000, '1 of 3 minutes'],
  [500, 1500, '0 of 1 seconds'],
])('%d of %d ms is %s', (done, all, text) => {
  expect(spansText(done, all)).toBe(text);
});

test('a run that is longer than its chart is shown whole from the menu, by no control of its own', () => {
  const second = { second: 600, planned: 100, accepted: 100, isBehind: false };
  const history = {
    ...noHistory,
    seconds: [second],
    whole: { levels: [{ ...second, second: 0 }], length: 1 },
  };
  const state = stateOf(report(), { history });
  const shown: boolean[] = [];
  const [item, ...others] = wholeItems(state.run, false, (isWhole) => shown.push(isWhole));
  expect([item?.label, others]).toEqual(['Show the whole run', []]);
  item?.onChoose();
  expect(shown).toEqual([true]);
  expect(wholeItems(stateOf(report()).run, false, () => undefined)).toEqual([]);
  expect(overview(state)).not.toContain('the whole run');
});
