import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { everyNth } from '../../../../test/long.ts';
import type { Addition } from '../state/addition.ts';
import { addStream } from './add-stream.ts';
import { checkConfig } from './check-config.ts';
import { examine } from './examine.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

const example = (name: string) => ({
  name,
  text: readFileSync(new URL(`../../../../examples/${name}`, import.meta.url), 'utf8'),
});

const check = (config: { readonly name: string; readonly text: string }) =>
  checkConfig({ ...config, files: {}, seed: '42', nowMs: NOW }, (request) => examine(request));

// Each step checks the whole config again.
const IMPLIED = [
  ['orders-and-payments.yaml', ['shipped', 'cancelled', 'refunded', 'customer', 'product']],
  ['orders.yaml', ['cancelled', 'refunded']],
  ['shop.yaml', ['order']],
] as const;

test.each(everyNth(3, IMPLIED))(
  '%s implies streams that it lacks, and each of them can be added',
  async (name, implied) => {
    let config = example(name);
    const comments = config.text.match(/#.*/g);
    const names: string[] = [];
    for (;;) {
      // Each addition changes what is implied.
      // oxlint-disable-next-line no-await-in-loop
      const { additions, issues, streams } = await check(config);
      expect(issues).toEqual([]);
      expect([...streams.values()].map(({ kind }) => kind)).not.toContain('invalid');
      const [addition] = additions;
      if (addition === undefined) break;
      // oxlint-disable-next-line no-await-in-loop
      const { added, ...extended } = await addStream(config, addition);
      names.push(added);
      config = extended;
    }
    expect(names).toEqual(implied);
    // Still YAML, with every comment, and with the present streams as they were.
    expect(config.name).toBe(name);
    expect(config.text.match(/#.*/g)).toEqual(comments);
  },
);

test('an added state has rows of that state, of the same journeys', async () => {
  const config = example('orders-and-payments.yaml');
  const before = await check(config);
  const addition = before.additions.find((each) => each.kind === 'state' && each.state === 'refunded');
  expect(addition).toEqual({ kind: 'state', like: 'orders', field: 'step', state: 'refunded' });
  if (addition === undefined) return;
  const after = await check(await addStream(config, addition));
  expect(after.sharing.get('refunded')).toEqual(['orders', 'payments']);
});

test('where a stream sends is that of the stream it follows, under its own name, and addresses keep their hosts', async () => {
  const stream = (settings: object): object => ({
    streams: { orders: { destination: 'http', settings, template: 'Simple Example' } },
  });
  const added = async (settings: object, addition: Addition): Promise<unknown> => {
    const text = JSON.stringify(stream(settings));
    return JSON.parse((await addStream({ name: 'a.json', text }, addition)).text);
  };
  const url = 'https://orders.example/orders';
  expect(await added({ url }, { kind: 'empty' })).toMatchObject({
    streams: {
      orders: { settings: { url } },
      stream: { destination: 'http', settings: { url: 'https://orders.example/stream' }, eps: 10 },
    },
  });
});

test('the only stream of a config gets a name, and its YAML becomes JSON', async () => {
  const text = '# One\ndestination: log\neps: 5\ntemplate: Web Sessions\n';
  const extended = await addStream({ name: 'one.yaml', text }, { kind: 'template', template: 'Online Shop' });
  expect(extended.name).toBe('one.json');
  expect(JSON.parse(extended.text)).toEqual({
    destination: 'log',
    streams: {
      events: { eps: 5, template: 'Web Sessions' },
      'online-shop': { eps: 10, template: 'Online Shop' },
    },
  });
  const { issues, streams } = await check(extended);
  expect(issues).toEqual([]);
  expect([...streams.values()].map(({ kind }) => kind)).toEqual(['ready', 'ready']);
});
