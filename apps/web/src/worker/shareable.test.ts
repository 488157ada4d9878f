import { expect, test } from 'vitest';
import { shareable } from './shown-config.ts';

test('a config that is shared without its credentials keeps its name, as YAML includes JSON', () => {
  const value = { destination: 'tinybird', settings: { datasource: 'd', token: 'NEEDLE' } };
  const shared = shareable('a.yaml', '…', value);
  expect(shared).toMatchObject({ name: 'a.yaml', replaced: ['CATBIRD_TINYBIRD_TOKEN'] });
  expect(shared?.text).not.toContain('NEEDLE');
  const text = 'destination: tinybird\nsettings: { datasource: d, token: "${TB}" }\n';
  const harmless = { destination: 'tinybird', settings: { datasource: 'd', token: '${TB}' } };
  expect(shareable('a.yaml', text, harmless)).toMatchObject({ name: 'a.yaml', text, variables: ['TB'] });
});
