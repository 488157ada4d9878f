import { describe, expect, test } from 'vitest';
import type { Watch } from './context.ts';
import { parseSchema } from './parse.ts';
import type { IssuePlace } from './issue.ts';

const TEXT = `{
  "id": {"type": "string.uuid"},
  "names": {"type": "person.fullName", "count": 3},
  "told": {"type": "catbird.template", "params": "{{id}}!"}
}`;

/** A clock by which each look at it takes so many milliseconds; the last one over and over. */
function clock(...steps: readonly number[]): Watch & { readonly tried: IssuePlace[] } {
  const tried: IssuePlace[] = [];
  let looks = 0;
  let nowMs = 0;
  return {
    tried,
    // Every other look ends a measurement.
    now: () => (looks++ % 2 === 0 ? nowMs : (nowMs += steps[Math.min(looks / 2 - 1, steps.length - 1)] ?? 0)),
    onTrial: (place) => tried.push(place),
  };
}

const notes = (text: string, watch?: Watch) => {
  const result = parseSchema(text, watch && { watch });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.notes;
};

describe('a field that takes long', () => {
  test('is named at its place, with what to do', () => {
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

  test('is measured again where it took long for the first time', () => {
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

  test('takes the shortest of its times by a wall clock, and is not made for ever', () => {
    const slow = clock(539, 0.2, 521, 610, 0.1);
    expect(notes(TEXT, { ...slow, isWallClock: true })[0]?.message).toBe('id takes 521 ms per row');
    const watch = clock(51);
    notes('{"id": {"type": "string.uuid"}}', { ...watch, isWallClock: true });
    expect(watch.tried.length).toBe(4);
  });

  test('is not made again by a clock of CPU time where it took long', () => {
    expect(notes(TEXT, clock(539, 0.2, 0.1)).map(({ message }) => message)).toEqual([
      'id takes 539 ms per row',
    ]);
  });

  test('up to 50 ms is nothing to speak of', () => {
    expect(notes(TEXT, clock(50))).toEqual([]);
  });

  test('is not looked for without a watch', () => {
    expect(notes(TEXT)).toEqual([]);
  });

  test('is known before it is made for the first time: should that never end, it is the last one told', () => {
    const watch = clock(0);
    notes(TEXT, watch);
    expect(watch.tried.map(({ path, line }) => [...path, line])).toEqual([
      ['id', 2],
      ['names', 3],
      ['names', 3],
    ]);
  });

  test('is found by a real clock', () => {
    const text = JSON.stringify({
      quick: { type: 'number.int' },
      heavy: { type: 'internet.password', params: { length: 10_000, memorable: true }, count: 20 },
    });
    const [note, ...others] = notes(text, { now: () => performance.now(), isWallClock: true });
    expect(note).toMatchObject({ code: 'slow', path: ['heavy'], line: 1, column: 32 });
    expect(others).toEqual([]);
  });
});
