import type { Locator } from '@playwright/test';
import { startHttp } from '../../../test/services/http.ts';
import { expect, test, type Catbird } from './page.ts';

const SCHEMA = '{"id": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}';

const fold = (catbird: Catbird): Locator => catbird.fold;
const summary = (catbird: Catbird): Locator => fold(catbird).locator('summary');
const sum = (catbird: Catbird): Locator => fold(catbird).getByRole('status');
const rate = (catbird: Catbird): Locator => fold(catbird).getByLabel('Rate', { exact: true });
const plot = (catbird: Catbird): Locator => fold(catbird).locator('.rate-plot');
/** Opens the settings of Log with the fold unfolded. */
async function unfold(catbird: Catbird, query: Record<string, string> = {}): Promise<void> {
  await catbird.open({ generatorName: 'Log', eps: '200', ...query });
  await catbird.unfold();
}

test('history and a preset are set by hand, summed up, and kept in the link', async ({ catbird }) => {
  const scripts: string[] = [];
  catbird.page.on('request', (request) => scripts.push(request.url()));
  await catbird.open();
  await catbird.begin();
  await catbird.connect('Log');
  await expect(summary(catbird)).toContainText('starts now');
  expect(scripts.filter((url) => /more-options|worker/.test(url))).toEqual([]);
  await catbird.unfold();
  await catbird.field('Events Per Second').fill('10');
  await expect(sum(catbird)).toHaveText('10 a second.');

  await catbird.field('Start').selectOption('The last 30 days, then live');
  await expect(sum(catbird)).toContainText(/25,920,0\d\d events by now, about [\d.]+ GB; then 10 a second\./);
  await expect(sum(catbird)).toContainText('That is a lot: about 22 min at 20,000/s.');
  await catbird.field('Start').selectOption('A date');
  await catbird.field('Start, in UTC').fill('2026-01-05');
  await catbird.field('End').selectOption('A date');
  await catbird.field('End, in UTC').fill('2026-01-06');
  await expect(sum(catbird)).toContainText('864,000 events, about');
  await catbird.field('Arrivals').selectOption('Random, like real arrivals');
  await fold(catbird).getByRole('button', { name: 'Business day' }).click();
  await expect(rate(catbird)).toHaveValue('business day');
  await expect(plot(catbird)).toHaveText('0.125 to 17.9/s over 7 days, from Monday');
  await expect(sum(catbird)).toContainText('events, about');
  await catbird.save();
  await expect
    .poll(() => Object.fromEntries(catbird.query()))
    .toMatchObject({
      from: '2026-01-05',
      to: '2026-01-06',
      arrivals: 'poisson',
      rate: 'business day',
    });

  await catbird.page.reload();
  await expect(summary(catbird)).toContainText(
    /From 5 January to 6 January\. Random, business day, 580K events/,
  );
  await catbird.unfold();
  await expect(catbird.field('Start, in UTC')).toHaveValue('2026-01-05');
  await expect(fold(catbird).getByRole('button', { name: 'Business day' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

// One page for all of these: to open one takes longer than most of them.
test('time and rate', async ({ catbird }) => {
  await test.step('a rate is typed, drawn, and what is wrong is named', async () => {
    await unfold(catbird);
    await expect(plot(catbird)).toHaveText('200/s over 60 minutes');
    await rate(catbird).fill('{"stages": [["0s", 0], ["1m", 200], ["10m", "many"]]}');
    await catbird.save();
    await expect(rate(catbird)).toBeFocused();
    await expect(rate(catbird)).toHaveAttribute('aria-invalid', 'true');
    await expect(fold(catbird).locator('.err')).toHaveText(
      'Rate of stage 3 must be a number from 0 to 1,000,000,000',
    );
    await expect(plot(catbird)).toHaveCount(0);
    await rate(catbird).fill('{"stages": [["0s", 0], ["1m", 200], ["10m", 0]]}');
    await expect(fold(catbird).locator('.err')).toHaveCount(0);
    await expect(plot(catbird)).toHaveText('0 to 200/s over 10.5 minutes');
    await expect(sum(catbird)).toContainText('The stream ends at');
    await catbird.save();
    await expect
      .poll(() => catbird.query().get('rate'))
      .toBe('{"stages": [["0s", 0], ["1m", 200], ["10m", 0]]}');
    await rate(catbird).fill('{"bursts": [{"at": "0 25 * * *", "for": "30s", "times": 8}]}');
    await expect(sum(catbird)).toContainText('hour');
    await fold(catbird).getByRole('button', { name: 'Constant' }).click();
    await expect(rate(catbird)).toHaveValue('');
  });

  await test.step('a past begin asks for a field that holds the event’s time', async () => {
    await catbird.write('{"id": {"type": "catbird.sequence"}}');
    await catbird.field('Start').selectOption('The last 7 days, then live');
    await expect(sum(catbird)).toContainText('No field holds the event’s time. Add one.');
    await catbird.write(SCHEMA);
    await expect(sum(catbird)).not.toContainText('No field holds');
  });

  await test.step('a link with damaged settings opens with the problem at the field, and loses nothing', async () => {
    await catbird.open({
      generatorName: 'Log',
      eps: '7',
      template: 'Flappybird',
      from: 'last week',
      rate: '{"day": [1, 2',
    });
    await catbird.begin();
    await expect(catbird.field('Start, in UTC')).toHaveValue('last week');
    await expect(fold(catbird)).toContainText('from must be an instant');
    await expect(rate(catbird)).toHaveValue('{"day": [1, 2');
    await expect(fold(catbird)).toContainText('rate must be JSON');
    await expect(catbird.field('Events Per Second')).toHaveValue('7');
    await catbird.field('Start').selectOption('Now');
    await fold(catbird).getByRole('button', { name: 'Constant' }).click();
    await catbird.save();
    await expect(catbird.template).toHaveValue('Flappybird');
    await expect
      .poll(() => Object.fromEntries(catbird.query()))
      .toEqual({
        generatorName: 'Log',
        template: 'Flappybird',
        eps: '7',
        limit: '-1',
      });
  });

  await test.step('any rate of a link is kept, and so is one in journeys', async () => {
    const waves = '{"waves":[{"period":"20m","low":0.5,"high":1.5}]}';
    await unfold(catbird, { rate: waves });
    await expect(rate(catbird)).toHaveValue(waves);
    // At the crest of the wave, the present rate is the highest one.
    await expect(sum(catbird)).toHaveText(/(then 300 a second|at most 300)\.$/);
    await catbird.field('Events Per Second').fill('5');
    await catbird.save();
    await expect.poll(() => catbird.query().get('rate')).toBe(waves);

    await unfold(catbird, { template: 'Online Shop', starts: '5' });
    await expect(catbird.field('Journeys per second')).toHaveValue('5');
    await expect(sum(catbird)).toHaveText(/\d+ events in 5 journeys a second\.$/);
    await catbird.field('Journeys per second').fill('0');
    await expect(sum(catbird)).toContainText('starts must be a number above 0');
  });

  await test.step('a day of a time zone has its hours, and the zone is in the link', async () => {
    const query = { eps: '1', from: '2026-03-28', to: '2026-03-30', rate: '{"week": [0, 0, 0, 0, 0, 0, 1]}' };
    await unfold(catbird, query);
    await expect(sum(catbird)).toContainText('86,400 events');
    await catbird.field('Time zone').fill('Europe/Berlim');
    await expect(fold(catbird).getByText('Did you mean Europe/Berlin?').first()).toBeVisible();
    await catbird.field('Time zone').fill('Europe/Berlin');
    await expect(sum(catbird)).toContainText('82,800 events');
    await catbird.save();
    await expect.poll(() => Object.fromEntries(catbird.query())).toMatchObject({ zone: 'Europe/Berlin' });
  });

  await test.step('preview and field statistics have the times of the stream', async () => {
    const day = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 16 ? 1 : 0));
    await catbird.open({
      generatorName: 'Log',
      eps: '10',
      from: '2026-01-05',
      to: '2026-01-07',
      rate: JSON.stringify({ day }),
    });
    await catbird.write(SCHEMA);
    await catbird.preview();
    await expect(catbird.sample).toContainText(/"at": "2026-01-05T07:0\d:\d\d\.\d\d\dZ"/);
    await catbird.fields();
    const at = catbird.schema.getByRole('row', { name: 'at', exact: true });
    await expect(at).toContainText('over 33 h');
    await expect(at).toContainText(/2026-01-05T07:\d\d:\d\d/);
    // Nothing happens at night: the bars of 16 hours between two days are missing.
    const bars = (await at.locator('.over-time path').getAttribute('d')) ?? '';
    const places = [...bars.matchAll(/M(\d+) /g)].map(([, place]) => Math.floor(Number(place) / 10));
    expect(places.length).toBeLessThan(20);
    expect(places).not.toContain(8);
    // Another begin makes the row an old one.
    await catbird.unfold();
    await catbird.field('Start, in UTC').fill('2026-01-06');
    await catbird.save();
    await expect(catbird.sample).toContainText('"at": "2026-01-06T07:');
  });
});

test('a stream sends the rows that its preview has shown, times included', async ({ catbird, serve }) => {
  const http = await serve(startHttp());
  await catbird.open({
    generatorName: 'HTTP',
    url: `${http.url}/events`,
    eps: '100',
    from: '2026-01-05',
    to: '2026-01-05T00:00:05Z',
    arrivals: 'poisson',
    disorder: '500ms',
    seed: '42',
  });
  await catbird.write(SCHEMA);
  await catbird.preview();
  await catbird.fields();
  await expect(catbird.schema).toContainText(/[\d,]+ rows, seed 42/);
  const [, ...numbers] = (await catbird.schema.locator('.head > div').allInnerTexts()).slice(-3);
  const values = await catbird.schema
    .getByRole('row', { name: 'id', exact: true })
    .locator('.c-value')
    .allInnerTexts();
  const times = await catbird.schema
    .getByRole('row', { name: 'at', exact: true })
    .locator('.c-value')
    .allInnerTexts();
  await catbird.generate();
  await catbird.over('Done');
  // Random arrivals are exact in every 1,024 rows, and these are fewer.
  expect(http.rows.length).toBeGreaterThan(450);
  await expect(summary(catbird)).toContainText(`, ${http.rows.length.toLocaleString('en')} events`);
  expect(numbers).toHaveLength(2);
  for (const [i, number] of numbers.entries()) {
    const { id, at } = http.rows[Number(number.replaceAll(/\D/g, '')) - 1] as { id: number; at: string };
    expect([String(id), at.slice(11, 19)]).toEqual([values[i], times[i]]);
  }
});
