import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { generatorTypes, paramsOf } from '@catbird/engine';
import { expect, test, vi } from 'vitest';
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
  // The name of a type may stand alone.
  for (const marked of [
    '{"a": "catbird.ste|"}',
    '{"b": "string.uuid", "a": "catbird.ste|',
    '{"a": {"type": "object", "fields": {"b": "catbird.ste|"}}}',
    '{"$entities": {"u": {"size": 1, "key": "catbird.ste|"}}}',
  ])
    expect(await labels(marked)).toContain('catbird.step');
  for (const marked of ['{"a": {"description": "catbird.ste|"}}', '{"$locale": "catbird.ste|"}'])
    expect(await labels(marked)).not.toContain('catbird.step');
  expect(await labels('{"a": {"type": "catbird.journey", "params": {"wait": {"|"}}}}')).not.toContain(
    'states',
  );
});

test.each([
  ['uuid', 'string.uuid'],
  ['guid', 'string.uuid'],
  ['latency', 'catbird.logNormal'],
  ['price', 'commerce.price'],
  ['when', 'catbird.timestampNow'],
  ['ip', 'internet.ip'],
  ['lat', 'location.latitude'],
  ['bool', 'datatype.boolean'],
  ['status code', 'internet.httpStatusCode'],
  ['gdpr', 'person.fullName'],
])('typing %s offers %s first', async (typed, type) => {
  expect((await labels(`{"a": {"type": "${typed}|"}}`))[0]).toBe(type);
});

test('the part after the dot ranks first, then full names, then synonyms and summaries', async () => {
  const offers = await labels('{"a": {"type": "number|"}}');
  const places = ['phone.number', 'number.int', 'string.numeric'].map((name) => offers.indexOf(name));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBe(0);
});

test('a type gets its quotes if they are missing, and a completion at an end of the list finds others', async () => {
  const bare = await offered('{"a": {"type": |}}');
  expect(bare?.options.find(({ label }) => label === 'number.int')?.apply).toBe('"number.int"');
  const finding = completeTypes(async () => types, vi.fn());
  const placeAfter = async (doc: string): Promise<number | undefined> => {
    const state = EditorState.create({ doc, extensions: [json()] });
    const { options = [] } = (await finding(new CompletionContext(state, doc.length, true))) ?? {};
    return options.findIndex(({ label }) => label === 'Find a type…') - options.length;
  };
  expect(await placeAfter('{"a": {"type": "nu')).toBe(-1);
  // All types follow: the end would be out of reach.
  expect(await placeAfter('{"a": {"type": "')).toBe(-types.length - 1);
});

test.each([
  [
    'one of several texts',
    '"airline.seat", "params": {"aircraftType": "|"}',
    ['narrowbody', 'regional', 'widebody'],
  ],
  ['true or false', '"internet.password", "params": {"memorable": |}', ['true', 'false']],
  ['a field', '"catbird.lookup", "params": {"field": |}', ['a']],
  ['nothing for a number', '"number.int", "params": {"min": |}', []],
])('the value of a param is completed: %s', async (_, spec, expected) => {
  expect(await labels(`{"a": {"type": ${spec}}}`)).toEqual(expected);
});

test('completions of params end with their type', async () => {
  const result = await offered('{"a": {"type": "number.int", "params": {"m|"}}}');
  const valid = (text: string): boolean => {
    const pos = text.indexOf('|');
    const state = EditorState.create({ doc: text.replace('|', ''), extensions: [json()] });
    const isValid = result?.validFor;
    return typeof isValid === 'function' && isValid('mi', pos - 2, pos, state);
  };
  expect(valid('{"a": {"type": "number.int", "params": {"mi|"}}}')).toBe(true);
  expect(valid('{"a": {"type": "string.uuid", "params": {"mi|"}}}')).toBe(false);
});
