import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gcpPubSub } from '../../../send/src/destinations/gcp-pubsub.ts';
import { afterAll, expect, test } from 'vitest';
import { withFileTexts } from './setting-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'catbird-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = '{"client_email": "a@b.c", "private_key": "k"}';

test('settings that are files become their texts, others stay', () => {
  const path = join(folder, 'key.json');
  writeFileSync(path, KEY);
  const given = { topic: path, serviceAccount: path };
  expect(withFileTexts(gcpPubSub, given)).toEqual({
    ok: true,
    settings: { topic: path, serviceAccount: KEY },
  });
});

test.each([[KEY], [` \n${KEY}`], ['-----BEGIN PRIVATE KEY-----'], [''], [undefined]])(
  '%j stays: it is the text itself, or nothing',
  (serviceAccount) => {
    expect(withFileTexts(gcpPubSub, { serviceAccount })).toEqual({ ok: true, settings: { serviceAccount } });
  },
);

test('a missing file is an error of its setting', () => {
  expect(withFileTexts(gcpPubSub, { serviceAccount: join(folder, 'none.json') })).toMatchObject({
    ok: false,
    issues: [{ path: ['serviceAccount'], message: expect.stringMatching(/^Could not read .*none\.json: /) }],
  });
});
