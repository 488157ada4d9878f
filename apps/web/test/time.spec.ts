import type { Locator } from '@playwright/test';
import { startHttp } from '../../../test/services/http.ts';
import { expect, test, type Catbird } from './page.ts';

const SCHEMA = '{"id": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}';

const fold = ({ settings }: Catbird): Locator => settings.locator('details', { hasText: 'Time and rate' });
const summary = (catbird: Catbird): Locator => fold(catbird).locator('summary');
const sum = (catbird: Catbird): Locator => fold(catbird).getByRole('status');
const rate = (catbird: Catbird, kind: string): Promise<void> =>
  fold(catbird).getByRole('radio', { name: kind }).check();
const point = (catbird: Catbird, n: number): Locator =>
  fold(catbird).getByRole('slider', { name: new RegExp(`^Point ${n} of`) });
const dayIn = (catbird: Catbird): number[] =>
  (JSON.parse(catbird.query().get('rate') ?? '{}') as { day?: number[] }).day ?? [];

/** Opens the settings of Log with the fold unfolded. */
async function unfold(catbird: Catbird, query: Record<string, string> = {}): Promise<void> {
  await catbird.open({ generatorName: 'Log', eps: '200', ...query });
  await summary(catbird).click();
  await expect(fold(catbird).getByLabel('Start', { exact: true })).toBeVisible();
}

test('history and a preset are set by hand, summed up, and kept in the link', async ({ catbird }) => {
  const scripts: string[] = [];
  catbird.page.on('request', (request) => scripts.push(request.url()));
  await catbird.open();
  await catbird.begin();
  await catbird.connect('Log');
  await expect(summary(catbird)).toHaveText('Time and rate Starts now. Constant rate');
  expect(scripts.filter((url) => /time-editor|worker/.test(url))).toEqual([]);
  await summary(catbird).click();
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
  await fold(catbird).getByRole('radio', { name: 'Random, like real arrivals' }).check();
  await fold(catbird).getByRole('button', { name: 'Business day' }).click();
  await expect(point(catbird, 1)).toHaveAttribute('aria-valuetext', '04:30, 0.5 a second');
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
    /From 5 January to 6 January\. Random, business day, 580 k events/,
  );
  await summary(catbird).click();
  await expect(catbird.field('Start, in UTC')).toHaveValue('2026-01-05');
  await expect(fold(catbird).getByRole('button', { name: 'Business day' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

// One page for all of these: to open one takes longer than most of them.
test('time and rate', async ({ catbird }) => {
  await test.step('the curve is edited with the keyboard alone', async () => {
    const day = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 2 : 1));
    await unfold(catbird, { rate: JSON.stringify({ day }) });
    const { keyboard } = catbird.page;
    // The highest point is selected; the others are reached from it.
    await fold(catbird).getByRole('button', { name: 'Nightly batch' }).focus();
    await keyboard.press('Tab');
    await expect(point(catbird, 2)).toBeFocused();
    await expect(point(catbird, 2)).toHaveAttribute('aria-valuetext', '12:00, 400 a second');
    await keyboard.press('ArrowDown');
    await expect(point(catbird, 2)).toHaveAttribute('aria-valuetext', '12:00, 398 a second');
    await keyboard.press('Shift+ArrowDown');
    await expect(point(catbird, 2)).toHaveAttribute('aria-valuetext', '12:00, 378 a second');
    await keyboard.press('ArrowRight');
    await expect(point(catbird, 2)).toHaveAttribute('aria-valuetext', '12:15, 378 a second');
    await expect(fold(catbird).getByLabel('Time of point 2')).toHaveValue('12:15');
    await expect(fold(catbird).getByLabel('Rate of point 2, a second')).toHaveValue('378');
    await keyboard.press('PageDown');
    await expect(point(catbird, 3)).toBeFocused();
    await keyboard.press('Delete');
    await expect(point(catbird, 2)).toBeFocused();
    await expect(fold(catbird).getByRole('slider')).toHaveCount(2);
    // Two points stay.
    await keyboard.press('Delete');
    await expect(fold(catbird).getByRole('slider')).toHaveCount(2);

    const add = fold(catbird).getByRole('button', { name: 'Add a point' });
    await add.focus();
    await keyboard.press('Enter');
    await expect(fold(catbird).getByRole('slider')).toHaveCount(3);
    await expect(add).toBeFocused();
    await fold(catbird).getByLabel('Rate of point 3, a second').fill('100');
    await fold(catbird).getByLabel('Time of point 3').fill('18:30');
    await keyboard.press('Enter');
    await expect(point(catbird, 3)).toHaveAttribute('aria-valuetext', '18:30, 100 a second');
    // A point that moves past another takes the focus along, so that its rate can be typed.
    const active = catbird.page.locator(':focus');
    await fold(catbird).getByLabel('Time of point 1').fill('20:00');
    await keyboard.press('Tab');
    await expect(active).toHaveAccessibleName('Rate of point 3, a second');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('60');
    await expect(point(catbird, 3)).toHaveAttribute('aria-valuetext', '20:00, 60 a second');
    await fold(catbird).getByLabel('Time of point 3').fill('11:00');
    await keyboard.press('Enter');
    await expect(active).toHaveAccessibleName('Time of point 1');
    await fold(catbird).getByLabel('Rate of point 1, a second').fill('200');
    // What is no time of day is not taken over, nor one that another point has.
    const problem = fold(catbird).getByRole('alert');
    await fold(catbird).getByLabel('Time of point 3').fill('noon');
    await keyboard.press('Enter');
    await expect(fold(catbird).getByLabel('Time of point 3')).toHaveValue('18:30');
    await expect(problem).toHaveText('“noon” is not a time of day. Write it like 14:15. It is still 18:30.');
    await fold(catbird).getByLabel('Time of point 3').fill('11:00');
    await keyboard.press('Tab');
    await expect(problem).toHaveText('Another point is at 11:00. It is still 18:30.');
    await expect(active).toHaveAccessibleName('Rate of point 3, a second');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('99x');
    await keyboard.press('Tab');
    await expect(problem).toHaveText('“99x” is not a rate from 0 to 200,000. It is still 99.');
    await fold(catbird).getByLabel('Rate of point 3, a second').fill('100');
    await keyboard.press('Enter');
    await expect(problem).toHaveCount(0);
    await fold(catbird).getByLabel('Saturday, percent').fill('much');
    await keyboard.press('Enter');
    await expect(problem).toHaveText('“much” is not a percentage from 0 on. It is still 100 %.');
    await fold(catbird).getByLabel('Saturday, percent').fill('30');
    await fold(catbird).getByLabel('Holidays').fill('Christmas, 12-24 50 %, ');
    await expect(fold(catbird).getByText('Holiday 1 must be a date')).toBeVisible();
    await fold(catbird).getByLabel('Holidays').fill('2026-12-25, 12-24 50 %');
    await catbird.save();
    await expect.poll(() => dayIn(catbird)).toHaveLength(96);
    const saved = dayIn(catbird);
    expect([saved[44], saved[49], saved[74]]).toEqual([1, 1.89, 0.5]);
    await expect
      .poll(() => JSON.parse(catbird.query().get('rate') ?? 'null'))
      .toMatchObject({
        week: [1, 1, 1, 1, 1, 0.3, 1],
        calendar: ['2026-12-25', { on: '12-24', times: 0.5 }],
      });
  });

  await test.step('a point of the curve is dragged, and a click adds one', async () => {
    const day = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 2 : 1));
    await unfold(catbird, { rate: JSON.stringify({ day }) });
    const { mouse } = catbird.page;
    const curve = fold(catbird).getByRole('group', { name: 'Rate over a day' });
    await curve.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await point(catbird, 2).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await mouse.move(x + width / 2, y + height / 2);
    await mouse.down();
    await mouse.move(x + width / 2, y + height / 2 + 40, { steps: 4 });
    await mouse.up();
    const rate = Number(await fold(catbird).getByLabel('Rate of point 2, a second').inputValue());
    expect(rate).toBeLessThan(340);
    expect(rate).toBeGreaterThan(280);
    await expect(fold(catbird).getByLabel('Time of point 2')).toHaveValue('12:00');
    await expect(fold(catbird).getByRole('slider')).toHaveCount(3);

    const room = (await curve.locator('.room').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await mouse.click(room.x + room.width * 0.75, room.y + room.height / 2);
    await expect(fold(catbird).getByRole('slider')).toHaveCount(4);
    await expect(fold(catbird).getByLabel('Time of point 4')).toHaveValue('18:00');
    await fold(catbird).getByRole('button', { name: 'Remove point 4, 18:00' }).click();
    await expect(fold(catbird).getByRole('slider')).toHaveCount(3);
  });

  await test.step('stages are typed, and wrong ones are named at their place', async () => {
    await unfold(catbird);
    await rate(catbird, 'Stages');
    await expect(fold(catbird).getByLabel('Stage 2, events per second')).toHaveValue('200');
    await fold(catbird).getByRole('button', { name: 'Add a stage' }).click();
    await fold(catbird).getByLabel('Stage 3, time after the start').fill('10m');
    await fold(catbird).getByLabel('Stage 3, events per second').fill('many');
    await catbird.save();
    const wrong = fold(catbird).getByLabel('Stage 3, events per second');
    await expect(wrong).toBeFocused();
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expect(fold(catbird).locator('.err')).toHaveText(
      'Rate of stage 3 must be a number from 0 to 1,000,000,000',
    );
    await wrong.fill('0');
    await expect(fold(catbird).locator('.err')).toHaveCount(0);
    await expect(sum(catbird)).toContainText('The stream ends at');
    await catbird.save();
    await expect.poll(() => catbird.query().get('rate')).toBe('{"stages":[["0s",0],["1m",200],["10m",0]]}');
  });

  await test.step('bursts repeat or follow cron, and what was set is there when a kind is chosen again', async () => {
    await unfold(catbird);
    await rate(catbird, 'Bursts');
    await catbird.field('Times').fill('8');
    await rate(catbird, 'Constant');
    await rate(catbird, 'Bursts');
    await expect(catbird.field('Times')).toHaveValue('8');
    await catbird.field('Repeat').selectOption('At times (cron)');
    await catbird.field('At').fill('0 25 * * *');
    await catbird.save();
    await expect(catbird.field('At')).toBeFocused();
    await expect(fold(catbird).locator('.err').first()).toContainText('hour');
    await catbird.field('At').fill('0 3 * * *');
    await catbird.field('Otherwise').fill('0.1');
    await catbird.save();
    await expect
      .poll(() => JSON.parse(catbird.query().get('rate') ?? 'null'))
      .toEqual({
        bursts: [{ at: '0 3 * * *', for: '30s', times: 8, rest: 0.1 }],
      });
  });

  await test.step('removing a stage or a burst by keyboard keeps the focus in the list', async () => {
    await unfold(catbird);
    const { keyboard } = catbird.page;
    const active = catbird.page.locator(':focus');
    await rate(catbird, 'Stages');
    await fold(catbird).getByRole('button', { name: 'Add a stage' }).press('Enter');
    await fold(catbird).getByRole('button', { name: 'Remove stage 3' }).press('Enter');
    await expect(active).toHaveAccessibleName('Stage 2, time after the start');
    await fold(catbird).getByRole('button', { name: 'Remove stage 1' }).press('Enter');
    await expect(active).toHaveAccessibleName('Stage 1, time after the start');
    await keyboard.press('Tab');
    await expect(active).toHaveAccessibleName('Stage 1, events per second');

    await rate(catbird, 'Bursts');
    await fold(catbird).getByRole('button', { name: 'Add a burst' }).press('Enter');
    await fold(catbird).getByRole('button', { name: 'Remove this burst' }).last().press('Enter');
    await expect(active).toHaveAccessibleName('Repeat');
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
    await expect(fold(catbird).getByLabel('Rate, JSON')).toHaveValue('{"day": [1, 2');
    await expect(fold(catbird)).toContainText('rate must be JSON');
    await expect(catbird.field('Events Per Second')).toHaveValue('7');
    await catbird.field('Start').selectOption('Now');
    await rate(catbird, 'Constant');
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

  await test.step('a rate that the form cannot show is kept, and so is one in journeys', async () => {
    const rate = '{"waves":[{"period":"20m","low":0.5,"high":1.5}]}';
    await unfold(catbird, { rate });
    await expect(fold(catbird).getByRole('radio', { name: 'Custom rate from the link' })).toBeChecked();
    await expect(fold(catbird).getByLabel('Rate, JSON')).toHaveValue(rate);
    // At the crest of the wave, the present rate is the highest one.
    await expect(sum(catbird)).toHaveText(/(then 300 a second|at most 300)\.$/);
    await catbird.field('Events Per Second').fill('5');
    await catbird.save();
    await expect.poll(() => catbird.query().get('rate')).toBe(rate);

    await unfold(catbird, { template: 'Online Shop', starts: '5' });
    await expect(catbird.field('Journeys per second')).toHaveValue('5');
    await expect(sum(catbird)).toHaveText(/\d+ events in 5 journeys a second\.$/);
    await catbird.field('Journeys per second').fill('0');
    await expect(sum(catbird)).toContainText('starts must be a number above 0');
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
    const modes = catbird.schema.getByRole('tablist', { name: 'Data as' });
    await modes.getByRole('tab', { name: 'Table' }).click();
    const at = catbird.schema.getByRole('columnheader', { name: /^at, time/ });
    await expect(at).toContainText(/2026-01-05 07:\d\d:\d\d.*\+33 h/);
    // Nothing happens at night: the bars of 16 hours between two days are missing.
    const bars = (await at.locator('.over-time path').getAttribute('d')) ?? '';
    const places = [...bars.matchAll(/M(\d+) /g)].map(([, place]) => Math.floor(Number(place) / 10));
    expect(places.length).toBeLessThan(20);
    expect(places).not.toContain(8);
    // Another begin makes the row an old one.
    await summary(catbird).click();
    await catbird.field('Start, in UTC').fill('2026-01-06');
    await catbird.save();
    await modes.getByRole('tab', { name: 'One row' }).click();
    await expect(catbird.sample).toContainText('"at": "2026-01-06T07:');
  });

  await test.step('a past begin asks for a field that holds the event’s time', async () => {
    await catbird.open({ generatorName: 'Log', eps: '10' });
    await catbird.write('{"id": {"type": "catbird.sequence"}}');
    await summary(catbird).click();
    await catbird.field('Start').selectOption('The last 7 days, then live');
    await expect(sum(catbird)).toContainText('No field holds the event’s time. Add one.');
    await catbird.write(SCHEMA);
    await expect(sum(catbird)).not.toContainText('No field holds');
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
  await catbird.schema.getByRole('tablist', { name: 'Data as' }).getByRole('tab', { name: 'Table' }).click();
  await catbird.schema.getByLabel('Which rows').selectOption('First rows');
  await catbird.schema.getByLabel('Order of columns').selectOption('As in schema');
  const shown = catbird.schema.locator('.explorer tbody tr');
  await expect(shown).toHaveCount(40);
  await expect(shown.nth(1).getByRole('rowheader')).toHaveText('2');
  const cells = await shown.evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
  );
  await catbird.generate();
  await catbird.over('Done');
  // Random arrivals are exact in every 1,024 rows, and these are fewer.
  expect(http.rows.length).toBeGreaterThan(450);
  await expect(summary(catbird)).toContainText(`, ${http.rows.length.toLocaleString('en')} events`);
  expect(http.rows.slice(0, 40)).toEqual(cells.map(([id, at]) => ({ id: Number(id), at })));
});
