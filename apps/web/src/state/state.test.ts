import type { SchemaIssue } from '@catbird/core';
import { templates } from '@catbird/engine';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RunReport, RunSummary } from '../worker/report-protocol.ts';
import type { Config } from './config.ts';
import { emptyForm } from './settings.ts';
import { reduce } from './reduce.ts';
import type { StreamEvent } from './run.ts';
import { initialState, isRunning, isUnconfirmed, SAMPLE_HINT, type Action, type State } from './state.ts';
import { loadTemplates } from './templates.ts';

beforeAll(loadTemplates);

const start = initialState('42');
const config: Config = { generatorName: 'Log', settings: {}, eps: 10, limit: 20 };
const happened = (event: StreamEvent): Action => ({ type: 'run event', event });
const after = (state: State, ...actions: readonly Action[]): State => actions.reduce(reduce, state);

const report = (accepted: number, generated = accepted): RunReport => ({
  generated,
  accepted,
  quarantined: 0,
  rejected: 0,
  failed: generated - accepted,
  uncertain: 0,
  dropped: 0,
  inFlight: 0,
  elapsedMs: 1000,
  asked: 10,
  achieved: 10,
  average: 10,
  behind: { rows: 0, seconds: 0 },
  requests: {},
  retried: 0,
  bytes: 0,
  latency: { p50: 0, p95: 0, p99: 0 },
  lastError: undefined,
  marks: [],
  seconds: [],
  changes: [],
  wallMs: 0,
});
const summary = (accepted: number, generated = accepted): RunSummary => ({
  ...report(accepted, generated),
  reason: 'limit',
  error: undefined,
});
const sample = { text: '{}', line: '{}', bytes: 2, content: '{}', seed: '42', timeKey: '' };
const issue: SchemaIssue = {
  code: 'json',
  severity: 'error',
  path: [],
  line: 1,
  column: 1,
  offset: 0,
  length: 1,
  message: 'Broken',
};
const previewed = (state: State): State =>
  after(state, { type: 'previewed', content: state.content, sample, notes: [] });

test('the first state is step 0 with the template Custom, the hint as sample text, and both counters at 0', () => {
  expect(start).toMatchObject({
    step: 0,
    form: { generatorName: 'Tinybird' },
    template: 'Custom',
    content: expect.any(String) as unknown,
    schema: undefined,
    config: undefined,
    sampleCode: 'Click Preview to see what your data looks like',
    sentMessages: { total: 0, session: 0 },
    errors: {},
    run: undefined,
  });
  expect(start.sampleCode).toBe(SAMPLE_HINT);
});

describe('steps', () => {
  test('the step moves up by one at a time and never beyond 3', () => {
    const settings = after(start, { type: 'advanced' });
    const designer = after(settings, { type: 'settings saved', config });
    const overview = after(previewed(designer), { type: 'run started', fresh: true, config });
    expect([settings, designer, overview].map(({ step }) => step)).toEqual([1, 2, 3]);
    const again = after(
      overview,
      { type: 'settings saved', config },
      { type: 'run started', fresh: false, config },
    );
    expect(again.step).toBe(3);
    expect(after(designer, { type: 'settings saved', config }).step).toBe(2);
  });

  test('the step stays between 0 and 3, whatever happens', () => {
    const actions: readonly Action[] = [
      { type: 'advanced' },
      { type: 'settings saved', config },
      { type: 'run started', fresh: true, config },
      { type: 'run started', fresh: false, config },
      happened({ type: 'progressed', report: report(5) }),
      happened({ type: 'ended', summary: summary(5) }),
      happened({ type: 'stopping' }),
      happened({ type: 'broke', message: 'why' }),
      { type: 'template chosen', template: 'Flappybird' },
      { type: 'content edited', content: '{}' },
      { type: 'schema rejected', content: '{}', issues: [issue] },
      { type: 'sample failed', content: '{}', message: 'why' },
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...actions), { maxLength: 30 }), (all) => {
        const { step } = after(start, ...all);
        return step >= 0 && step <= 3;
      }),
    );
  });
});

describe('settings', () => {
  test('show every error when rejected, and keep the saved config', () => {
    const errors = { eps: ['Must be a number'], token: ['Required'] };
    const state = after(start, { type: 'settings saved', config }, { type: 'settings rejected', errors });
    expect(state).toMatchObject({ config, errors });
    expect(after(state, { type: 'settings saved', config }).errors).toEqual({});
  });

  test('lose an error as soon as typing fixes it, and gain none while typing', () => {
    const wrong = { ...start.form, generatorName: 'Log', eps: 'x', limited: true, limit: '0' };
    const refused = after(
      start,
      { type: 'form changed', form: wrong },
      { type: 'settings rejected', errors: { eps: ['Must be a number'] } },
    );
    const typed = (more: Partial<typeof wrong>) =>
      after(refused, { type: 'form changed', form: { ...wrong, ...more } }).errors;
    expect(typed({ eps: '-1' })).toEqual({ eps: ['Must be greater than 0'] });
    expect(typed({ eps: '5' })).toEqual({});
  });
});

describe('the schema', () => {
  const [simple, shop] = templates;
  const loaded = after(start, { type: 'template chosen', template: simple?.name ?? '' });

  test('is cleared by an edit, and a text that differs from the template becomes Custom', () => {
    const edited = after(previewed(loaded), { type: 'content edited', content: '{"a": 1}' });
    expect(edited).toMatchObject({ schema: undefined, template: 'Custom', content: '{"a": 1}' });
  });

  test('of a link is parsed leniently until it is edited, and again once the edit is undone', () => {
    const content = '{"a":{"type":"number.int","max":3}}';
    const opened = (template: string) =>
      after(start, {
        type: 'restored',
        link: {
          form: start.form,
          template,
          content,
          holdsConfig: false,
          step: undefined,
          withheld: undefined,
        },
      });
    const edited = (to: string) => after(opened('Custom'), { type: 'content edited', content: to }).lenient;
    expect(opened('Custom').lenient).toBe(true);
    expect(edited(JSON.stringify(JSON.parse(content), null, 2))).toBe(true);
    expect(edited(content.replace('3', '4'))).toBe(false);
    expect(edited('{')).toBe(false);
    expect(
      after(opened('Custom'), { type: 'content edited', content: '{' }, { type: 'content edited', content })
        .lenient,
    ).toBe(true);
    expect(after(opened('Custom'), { type: 'template chosen', template: 'Flappybird' }).lenient).toBe(false);
    expect(opened('Flappybird').lenient).toBe(false);
    expect(after(start, { type: 'content edited', content }).lenient).toBe(false);
  });

  test('keeps its template when only formatted', () => {
    const content = JSON.stringify(JSON.parse(loaded.content));
    expect(after(previewed(loaded), { type: 'content edited', content })).toMatchObject({
      schema: undefined,
      template: simple?.name,
    });
  });

  test.each([
    ['a changed value', (text: string) => text.replace('50', '51'), 'Custom'],
    ['broken JSON', (text: string) => text.slice(1), 'Custom'],
    ['other spaces', (text: string) => JSON.stringify(JSON.parse(text), null, 7), 'Simple Example'],
    ['an escape of the same letter', (text: string) => text.replace('"ok"', '"\\u006fk"'), 'Simple Example'],
  ])('after %s has the expected template', (_what, change, template) => {
    const content = change(loaded.content);
    expect(content).not.toBe(loaded.content);
    expect(after(loaded, { type: 'content edited', content }).template).toBe(template);
  });

  test('is cleared and replaced by another template; Custom keeps the text', () => {
    const other = after(previewed(loaded), { type: 'template chosen', template: shop?.name ?? '' });
    expect(other).toMatchObject({ schema: undefined, template: shop?.name, content: shop?.text });
    const custom = after(other, { type: 'template chosen', template: 'Custom' });
    expect(custom).toMatchObject({ template: 'Custom', content: shop?.text });
  });

  test('ignores a preview of a text that has been edited since', () => {
    const edited = after(loaded, { type: 'content edited', content: '{"a": 1}' });
    const { content } = loaded;
    expect(after(edited, { type: 'previewed', content, sample, notes: [] })).toBe(edited);
    const verdict = { type: 'schema rejected', content, issues: [issue] } as const;
    expect(after(edited, { type: 'refreshed', content, verdict })).toBe(edited);
    expect(after(edited, { type: 'schema rejected', content, issues: [] })).toBe(edited);
    expect(after(edited, { type: 'sample failed', content, message: 'why' })).toBe(edited);
  });

  test('shows "Error generating sample: ..." and "Error generating sample data" when a sample fails', () => {
    expect(after(loaded, { type: 'sample failed', content: loaded.content, message: 'why' })).toMatchObject({
      schema: undefined,
      schemaError: 'Error generating sample: why',
      sampleCode: 'Error generating sample data',
    });
  });

  test('shows "Error generating sample data" when a field is wrong', () => {
    const issues = [{ ...issue, code: 'unknown-type', path: ['a'] }];
    expect(after(loaded, { type: 'schema rejected', content: loaded.content, issues })).toMatchObject({
      sampleCode: 'Error generating sample data',
    });
  });

  test('shows "Error parsing schema" when it cannot be parsed', () => {
    expect(after(loaded, { type: 'schema rejected', content: loaded.content, issues: [] })).toMatchObject({
      schema: undefined,
      sampleCode: 'Error parsing schema',
    });
  });

  test('an edit keeps what the preview shows until it has refreshed', () => {
    const refused = after(loaded, { type: 'schema rejected', content: loaded.content, issues: [] });
    expect(after(refused, { type: 'content edited', content: '{"a": 1}' }).sampleCode).toBe(
      'Error parsing schema',
    );
    const edited = after(previewed(loaded), { type: 'content edited', content: '{"a": 1}' });
    expect(edited).toMatchObject({ sample, sampleCode: sample.text });
  });

  test('the hint stands until the first row, or the first Preview', () => {
    const { content } = start;
    const rejected = { type: 'schema rejected', content, issues: [issue] } as const;
    const untried = after(start, { type: 'refreshed', content, verdict: rejected });
    expect(untried).toMatchObject({ sampleCode: SAMPLE_HINT, issues: [issue], isChecked: true });
    expect(after(untried, rejected).sampleCode).toBe('Error parsing schema');
    const row = { type: 'previewed', content, sample, notes: [] } as const;
    expect(after(untried, { type: 'refreshed', content, verdict: row }).sampleCode).toBe(sample.text);
  });

  test('an automatic preview shows a row and validates nothing', () => {
    const edited = after(loaded, { type: 'content edited', content: '{"a": 1}' });
    const { content } = edited;
    const row = { type: 'previewed', content, sample, notes: [] } as const;
    const refreshed = after(edited, { type: 'refreshed', content, verdict: row });
    expect(refreshed).toMatchObject({ schema: undefined, sample, sampleCode: sample.text, isChecked: true });
    expect(after(loaded, { type: 'refreshed', content, verdict: row })).toBe(loaded);
  });

  test('an automatic preview that fails keeps the last row, and Preview does not', () => {
    const edited = after(previewed(loaded), { type: 'content edited', content: '{' });
    const { content } = edited;
    const verdicts = [
      { type: 'schema rejected', content, issues: [issue] },
      { type: 'sample failed', content, message: 'why' },
    ] as const;
    for (const verdict of verdicts) {
      const refreshed = after(edited, { type: 'refreshed', content, verdict });
      expect(refreshed).toMatchObject({ sample, sampleCode: sample.text, isChecked: true, rejected: false });
      expect(after(refreshed, verdict)).toMatchObject({ sample: undefined, rejected: true });
    }
  });
});

describe('counters', () => {
  const running = after(previewed(start), { type: 'run started', fresh: true, config });

  test('add sent reports to total and session', () => {
    const state = after(
      running,
      happened({ type: 'progressed', report: report(5) }),
      happened({ type: 'progressed', report: report(12) }),
      happened({ type: 'ended', summary: summary(20) }),
    );
    expect(state.sentMessages).toEqual({ total: 20, session: 20 });
    expect(isRunning(state)).toBe(false);
  });

  test('reset the session and keep the total on a start on the overview, which continues with the next row', () => {
    const first = after(running, happened({ type: 'ended', summary: summary(20) }));
    const second = after(first, { type: 'run started', fresh: false, config });
    expect(second).toMatchObject({ sentMessages: { total: 20, session: 0 }, run: { nextRow: 20 } });
    const done = after(second, happened({ type: 'ended', summary: summary(20) }));
    expect(done.sentMessages).toEqual({ total: 40, session: 20 });
  });

  test('are both reset by save and generate, which starts with row 0', () => {
    const first = after(running, happened({ type: 'ended', summary: summary(20) }));
    expect(after(first, { type: 'run started', fresh: true, config })).toMatchObject({
      sentMessages: { total: 0, session: 0 },
      run: { nextRow: 0 },
    });
  });

  test('count only accepted rows as sent, and never repeat rows', () => {
    const state = after(running, happened({ type: 'ended', summary: summary(3, 10) }));
    expect(state).toMatchObject({ sentMessages: { total: 3, session: 3 }, run: { nextRow: 10 } });
  });
});

describe('a run', () => {
  const running = after(start, { type: 'run started', fresh: true, config });

  test('is running until its end, even while it stops', () => {
    const stopping = after(
      running,
      happened({ type: 'stopping' }),
      happened({ type: 'progressed', report: report(1) }),
    );
    expect([running, stopping].map(isRunning)).toEqual([true, true]);
    expect(stopping.run?.phase).toBe('stopping');
    expect(isRunning(after(running, happened({ type: 'broke', message: 'why' })))).toBe(false);
  });

  test('has counters that are the sum of the reports and never decrease', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { maxLength: 20 }), (steps) => {
        let state = running;
        let accepted = 0;
        for (const more of steps) {
          accepted += more;
          state = after(state, happened({ type: 'progressed', report: report(accepted) }));
          expect(state.sentMessages).toEqual({ total: accepted, session: accepted });
        }
      }),
    );
  });

  test('ignores reports if there is none', () => {
    expect(after(start, happened({ type: 'progressed', report: report(3) }))).toBe(start);
    expect(after(start, happened({ type: 'stopping' }))).toBe(start);
  });
});

describe('a link', () => {
  const [simple] = templates;
  const restored = (form: typeof emptyForm, holdsConfig: boolean, step?: State['step']): State =>
    after(start, {
      type: 'restored',
      link: {
        form,
        withheld: undefined,
        template: simple?.name ?? '',
        content: simple?.text ?? '',
        holdsConfig,
        step,
        seed: '7',
      },
    });

  test('with a valid config leads to step 2, and must be confirmed', () => {
    const state = restored({ ...emptyForm, generatorName: 'Log' }, true);
    expect(state).toMatchObject({ step: 2, fromLink: true, seed: '7' });
    expect(isUnconfirmed(state, config)).toBe(true);
    const started = after(previewed(state), { type: 'run started', fresh: true, config });
    expect(isUnconfirmed(started, config)).toBe(false);
    expect(isUnconfirmed(start, config)).toBe(false);
  });

  test('must be confirmed before the first request to each target, be it a test or events', () => {
    const http = (url: string): Config => ({ ...config, generatorName: 'HTTP', settings: { url } });
    const tested = after(restored({ ...emptyForm, generatorName: 'Log' }, true), {
      type: 'test started',
      config: http('https://a.example/1'),
    });
    expect(isUnconfirmed(tested, http('https://a.example/2'))).toBe(false);
    expect(isUnconfirmed(tested, http('https://a.example:8443/1'))).toBe(true);
    expect(isUnconfirmed(tested, http('https://b.example/1'))).toBe(true);
    // Back and Forward do not change that.
    const travelled = after(tested, {
      type: 'restored',
      link: {
        form: emptyForm,
        withheld: undefined,
        template: '',
        content: '',
        holdsConfig: true,
        step: 2,
      },
    });
    expect(isUnconfirmed(travelled, http('https://b.example/1'))).toBe(true);
  });

  test('without a valid config leads to step 0', () => {
    expect(restored({ ...emptyForm, generatorName: 'Log' }, false).step).toBe(0);
    expect(restored({ ...emptyForm, generatorName: 'Tinybird' }, true).step).toBe(0);
  });

  test('in the history leads to the stored step, if the config allows it', () => {
    expect(restored({ ...emptyForm, generatorName: 'Log' }, true, 3).step).toBe(3);
    expect(restored(emptyForm, false, 2).step).toBe(1);
  });
});
