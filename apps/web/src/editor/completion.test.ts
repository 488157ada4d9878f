import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { generatorTypes, paramsOf } from '@catbird/core';
import { expect, test } from 'vitest';
import { completeTypes } from './completion.ts';

const types = generatorTypes.map((type) => ({
  name: type.name,
  summary: type.summary,
  example: undefined,
  params: paramsOf(type),
  locales: [],
}));
const complete = completeTypes(async () => types);

/** What is offered at the caret, which `|` marks. */
async function offered(marked: string): Promise<CompletionResult | null> {
  const pos = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] });
  return complete(new CompletionContext(state, pos, true));
}
const labels = async (marked: string): Promise<readonly string[]> =>
  ((await offered(marked))?.options ?? []).map(({ label }) => label);

test.each([
  ['after the brace', '{"a": {"type": "catbird.journey", "params": {"|"}}}'],
  ['before the type', '{"a": {"params": {"|"}, "type": "catbird.journey"}}'],
  ['in a list of arguments', '{"a": {"type": "catbird.journey", "params": [{"|"}]}}'],
  ['while the rest is missing', '{"a": {"type": "catbird.journey", "params": {"|'],
])('the params of a type are completed %s', async (_, marked) => {
  const journey = types.find(({ name }) => name === 'catbird.journey');
  expect(journey?.params.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['wait', 'only', 'longest']),
  );
  expect(await labels(marked)).toEqual(journey?.params.map(({ name }) => name));
});

test('params of the field are not offered again, and each says what it does', async () => {
  const text = '{"a": {"type": "catbird.journey", "params": {"states": {"b": {"c": 1}, "c": {}}, "wa|"}}}';
  const result = await offered(text);
  expect(result?.options.map(({ label }) => label)).not.toContain('states');
  expect(result?.options.find(({ label }) => label === 'wait')?.detail).toMatch(
    /^Makes it a journey in time/,
  );
  expect(result?.from).toBe(text.indexOf('wa|'));
});

test('elsewhere, types, names of fields and keys of a field are', async () => {
  expect(await labels('{"a": {"type": "catbird.ste|"}}')).toContain('catbird.step');
  const fields =
    '{"status": {"type": "catbird.journey"}, "a": {"type": "catbird.step", "params": {"of": "|"}}}';
  expect(await labels(fields)).toEqual(['status', 'a']);
  expect(await labels('{"a": {"type": "string.uuid", "|"}}')).toContain('params');
  expect(await labels('{"a": {"type": "catbird.journey", "params": {"wait": {"|"}}}}')).not.toContain(
    'states',
  );
});
