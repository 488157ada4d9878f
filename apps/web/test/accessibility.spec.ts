import { jsonAnswer } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, tinybirdLink } from './page.ts';

test.use({ viewport: { width: 390, height: 844 } });

// accessibility.long.spec.ts looks at every state, at two sizes and in both themes.
test('axe finds nothing in any step on a phone, with errors and without', async ({ catbird, serve }) => {
  const look = (): Promise<void> => expectAccessible(catbird, ['light']);
  await catbird.open();
  await expect(catbird.page.getByRole('region', { name: 'Templates' })).toBeVisible();
  await look();
  await catbird.begin();
  await catbird.limit('0');
  await catbird.save();
  await expect(catbird.settings.locator('.err').first()).toBeVisible();
  await look();
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '2', limit: '2' }));
  await catbird.preview();
  await look();
  await catbird.generate();
  await catbird.over('Done');
  await look();
  tinybird.answerWith(jsonAnswer(401, { error: 'Invalid token' }));
  await catbird.start();
  await catbird.over('Failed');
  await catbird.write('{"a": {"type": "string.uid"}}');
  await catbird.preview();
  await expect(catbird.schema.locator('.cm-lintRange-error')).toBeVisible();
  await look();
});
