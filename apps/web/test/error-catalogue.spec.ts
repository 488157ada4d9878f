import { snsError, startAwsSns } from '../../../test/services/aws-sns.ts';
import { jsonAnswer } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { countStreams, errorsIn, expect, test, tinybirdLink, type Catbird } from './page.ts';
import { SNS, UNKNOWN } from './sns.ts';

/** The specification's error catalogue, section 8, as shown by the page. */

/** Counts of the ledger by label: Accepted, Quarantined, … Generated. */
async function ledgerOf(catbird: Catbird): Promise<ReadonlyMap<string, number>> {
  const lines = await catbird.overview
    .locator('.ledger :is(tbody, tfoot) tr')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('th')?.textContent ?? '',
        row.lastElementChild?.textContent ?? '',
      ]),
    );
  return new Map(
    lines.map(([name = '', count = '']) => [
      name.replace(/ the sum.*/, ''),
      Number(count.replaceAll(',', '')),
    ]),
  );
}

/** The worker is gone, so nothing more can be sent, and every row has one outcome. */
async function expectEnd(catbird: Catbird): Promise<ReadonlyMap<string, number>> {
  await catbird.over('Failed');
  await expect.poll(() => countStreams(catbird.page)).toBe(0);
  const ledger = await ledgerOf(catbird);
  const outcomes = ['Accepted', 'Quarantined', 'Rejected', 'Failed', 'Dropped', 'In flight'];
  const counts = outcomes.map((outcome) => ledger.get(outcome) ?? NaN);
  expect(counts.reduce((sum, count) => sum + count)).toBe(ledger.get('Generated'));
  expect(ledger.get('In flight')).toBe(0);
  await expect(catbird.session).toHaveText((ledger.get('Accepted') ?? NaN).toLocaleString('en'));
  await expect(catbird.alert).toHaveCount(1);
  return ledger;
}

// One page for these, and one for those below: to open one takes longer than a run.
test('send failures stop generation', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '10' }));

  await test.step('at the first response if retrying cannot help', async () => {
    tinybird.answerWith(jsonAnswer(401, { error: 'Nobody has this token' }));
    await catbird.generate();
    const ledger = await expectEnd(catbird);
    expect(tinybird.requests).toHaveLength(1);
    expect([ledger.get('Generated'), ledger.get('Failed')]).toEqual([10, 10]);
    await expect
      .poll(() => errorsIn(catbird.console))
      .toEqual([expect.stringMatching(/^ERR > .*401.*Nobody has this token/)]);
  });

  await test.step('after some attempts if a service fails from the first request on', async () => {
    catbird.forget();
    tinybird.answerWith(jsonAnswer(500, { error: 'The disk is full' }));
    await catbird.start();
    await expect(catbird.phase).toHaveText('Running');
    const ledger = await expectEnd(catbird);
    expect(ledger.get('Accepted')).toBe(0);
    expect(ledger.get('Failed')).toBe(ledger.get('Generated'));
    await expect(catbird.alert).toContainText('The disk is full');
    expect(tinybird.rows).toEqual([]);
    await expect.poll(() => errorsIn(catbird.console)).toHaveLength(tinybird.requests.length - 1);
    const logged = errorsIn(catbird.console);
    for (const line of logged) expect(line).toMatch(/^ERR > .*500.*The disk is full/);
    expect(logged.at(-1)).not.toContain('(retrying)');
  });

  await test.step('in the middle of a run, and accepted rows stay counted', async () => {
    tinybird.answerWith(undefined);
    await catbird.start();
    await expect(catbird.total).not.toHaveText('0');
    tinybird.answerWith(jsonAnswer(403, { error: 'The token was revoked' }));
    const ledger = await expectEnd(catbird);
    expect(ledger.get('Accepted')).toBe(tinybird.rows.length);
    expect(ledger.get('Failed')).toBeGreaterThan(0);
    await expect.poll(() => errorsIn(catbird.console).at(-1)).toMatch(/^ERR > .*403.*The token was revoked/);
  });
});

test('errors of SNS', async ({ catbird, serve }) => {
  const sns = await serve(startAwsSns());
  await catbird.open({ ...SNS, snsOptions: JSON.stringify({ endpoint: sns.url }), limit: '1' });

  await test.step('an error code of SNS is shown with the status, the service’s message and what to do', async () => {
    sns.answerWith(snsError(403, 'AuthorizationError', 'User may not publish'));
    await catbird.generate();
    await catbird.over('Failed');
    await expect(catbird.alert).toContainText('returned 403 (AuthorizationError)');
    await expect(catbird.alert).toContainText('User may not publish');
    await expect(catbird.alert).toContainText(/permission|policy|allow/i);
    await expect.poll(() => errorsIn(catbird.console)).toHaveLength(1);
  });

  // What is shown is that of the run before until the alert changes.
  await test.step('any 404 of SNS means that the topic was not found, whatever its code', async () => {
    sns.answerWith(snsError(404, 'UserError', 'No such queue'));
    await catbird.start();
    await expect(catbird.alert).toContainText('can’t find the destination of the events');
    await expect(catbird.alert).toContainText('Check the region, the topic ARN');
    await expect.poll(() => errorsIn(catbird.console).at(-1)).toContain('No such queue');
    await catbird.over('Failed');
  });

  for (const status of [400, 500]) {
    await test.step(`an undocumented SNS code is a generic service error, with status ${status}`, async () => {
      catbird.forget();
      sns.answerWith(snsError(status, 'SomethingNew', 'We have invented another error'));
      await catbird.start();
      await expect(catbird.alert).toContainText(`returned ${status} (SomethingNew)`);
      await expect(catbird.alert).toContainText('We have invented another error');
      await expect(catbird.alert).toContainText(UNKNOWN);
      await catbird.over('Failed');
      await expect(catbird.total).toHaveText('0');
      await expect.poll(() => errorsIn(catbird.console).at(-1)).toContain('We have invented another error');
    });
  }
});

test('a sample that cannot be generated shows "Error generating sample: ..." and "Error generating sample data"', async ({
  catbird,
}) => {
  // A clock beyond the year 9999: the schema is valid, and no row with a timestamp can be made.
  await catbird.page.route(/worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const clock = 'Date.now = () => Date.UTC(12000, 0, 1);';
    await route.fulfill({ response, body: `${clock}${await response.text()}` });
  });
  await catbird.open({ generatorName: 'Log' });
  await catbird.schema.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(catbird.sample).toHaveText('Error generating sample data');
  await expect(catbird.issues.locator('li')).toHaveText([
    'Error generating sample: Event times must lie in the years 0 to 9999',
  ]);
  await catbird.generate();
  await expect(catbird.overview).toHaveCount(0);
});
