import { describe, expect, test } from 'vitest';
import type { Watch } from './context.ts';
import type { IssuePlace } from './findings.ts';
import { parseSchema } from './parse.ts';

const notesOn = (template: string): readonly (readonly [string, string, string | undefined])[] => {
  const result = parseSchema(
    JSON.stringify({
      name: { type: 'person.firstName' },
      who: { type: 'catbird.person' },
      text: { type: 'catbird.template', params: template },
    }),
  );
  return (result.ok ? result.notes : result.issues).map(({ severity, message, hint }) => [
    severity,
    message,
    hint,
  ]);
};

test.each([
  ['Hi {{name', '{{name', '{{name}}'],
  ['Hi {{name}!', '{{name}', '{{name}}'],
  ['{{name|upper|trim}}', '{{name|upper|trim}}', '{{name}}'],
  ['Hi {{}}', '{{}}', '{{name}}'],
  ['Hi {name}', '{name}', '{{name}}'],
  ['Hi ${ name }', '${ name }', '{{name}}'],
  ['Hi #{name}', '#{name}', '{{name}}'],
  ['Hi <%= name %>', '<%= name %>', '{{name}}'],
  ['Hi %name%', '%name%', '{{name}}'],
  ['{{name}} at {who.email}', '{who.email}', '{{who.email}}'],
])('the template %j has a warning', (template, written, meant) => {
  expect(notesOn(template)).toEqual([
    [
      'warning',
      `text: ${written} is not a placeholder, so it stays in the text`,
      `To read a field, write ${meant}`,
    ],
  ]);
});

test.each([
  '{{name}}',
  '{{{name}}}',
  '{"a": {"b": "{{name}}"}}',
  '{{ who.email | lower }} }}',
  '{other} ${other} %other%',
  '100% of {{name}} and 50% of it',
])('the template %j has none', (template) => {
  expect(notesOn(template)).toEqual([]);
});

test('a template in an object has a warning at its place', () => {
  const fields = { id: { type: 'string.uuid' }, text: { type: 'catbird.template', params: 'No. {id}' } };
  const result = parseSchema(JSON.stringify({ inner: { type: 'object', fields } }, null, 1));
  expect(result.ok && result.notes.map(({ line, path }) => [line, path])).toEqual([
    [10, ['inner', 'fields', 'text', 'params']],
  ]);
});

const TEXT = `{
  "id": {"type": "string.uuid"},
  "names": {"type": "person.fullName", "count": 3},
  "told": {"type": "catbird.template", "params": "{{id}}!"}
}`;

/** A clock that yields these measurements in turn, in milliseconds, and then repeats the last one. */
function clock(...steps: readonly number[]): Watch & { readonly tried: IssuePlace[] } {
  const tried: IssuePlace[] = [];
  let looks = 0;
  let nowMs = 0;
  return {
    tried,
    // Every second call ends a measurement.
    now: () => (looks++ % 2 === 0 ? nowMs : (nowMs += steps[Math.min(looks / 2 - 1, steps.length - 1)] ?? 0)),
    onTrial: (place) => tried.push(place),
  };
}

const notes = (text: string, watch?: Watch) => {
  const result = parseSchema(text, watch && { watch });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.notes;
};

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

describe('a slow field', () => {
  test('is reported at its place, with a hint', () => {
    expect(notes(TEXT, clock(3, 3, 312.4))).toEqual([
      {
        code: 'slow',
        severity: 'note',
        path: ['names'],
        line: 3,
        column: 3,
        offset: TEXT.indexOf('"names"'),
        length: 7,
        message: 'names takes 312 ms per row',
        hint: 'Reduce its count or length to send more than a few events per second',
      },
    ]);
  });

  test('is measured again if its first value took long', () => {
    expect(notes(TEXT, clock(150, 0.1, 0.2, 0.1))).toEqual([]);
    expect(notes(TEXT, clock(150, 0.1, 70, 0.2)).map(({ message }) => message)).toEqual([
      'id takes 70 ms per row',
    ]);
  });

  test.each([
    ['once', [539, 0.2, 0.1]],
    ['twice', [539, 0.2, 310, 0.1]],
    ['for both fields', [539, 0.2, 0.1, 800, 0.3]],
  ])('is not named by a wall clock where another program had the processor %s', (_often, steps) => {
    expect(notes(TEXT, { ...clock(...steps), isWallClock: true })).toEqual([]);
  });

  test('counts the shortest of its times on a wall clock, with limited attempts', () => {
    const slow = clock(539, 0.2, 521, 610, 0.1);
    expect(notes(TEXT, { ...slow, isWallClock: true })[0]?.message).toBe('id takes 521 ms per row');
    const watch = clock(51);
    notes('{"id": {"type": "string.uuid"}}', { ...watch, isWallClock: true });
    expect(watch.tried.length).toBe(4);
  });

  test('is not measured again on a CPU clock', () => {
    expect(notes(TEXT, clock(539, 0.2, 0.1)).map(({ message }) => message)).toEqual([
      'id takes 539 ms per row',
    ]);
  });

  test('gets no note up to 50 ms', () => {
    expect(notes(TEXT, clock(50))).toEqual([]);
  });

  test('is not detected without a watch', () => {
    expect(notes(TEXT)).toEqual([]);
  });

  test('is announced before its first value, so a generator that never returns can be identified', () => {
    const watch = clock(0);
    notes(TEXT, watch);
    expect(watch.tried.map(({ path, line }) => [...path, line])).toEqual([
      ['id', 2],
      ['names', 3],
      ['names', 3],
    ]);
  });

  test('is detected by a real clock', () => {
    const text = JSON.stringify({
      quick: { type: 'number.int' },
      heavy: { type: 'internet.password', params: { length: 10_000, memorable: true }, count: 20 },
    });
    // CPU time, so that other processes do not make a quick type slow.
    const [note, ...others] = notes(text, { now: cpuMs, isWallClock: true });
    expect(note).toMatchObject({ code: 'slow', path: ['heavy'], line: 1, column: 32 });
    expect(others).toEqual([]);
  });
});
