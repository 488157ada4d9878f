import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { here } from '../packages/cli/test/here.ts';
import { ROOT } from './sources.ts';

// Jobs of Kubernetes are in test/long/deploy.long.test.ts.
test('the compose example gives the command line what its config needs, and no more', async () => {
  const { services, volumes } = parse(
    readFileSync(join(ROOT, 'deploy/compose/compose.yaml'), 'utf8'),
  ) as Compose;
  const { catbird } = services;
  expect(catbird).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  for (const name of Object.keys(catbird?.depends_on ?? {}))
    expect(services[name]?.healthcheck).toBeDefined();
  expect(Object.keys(volumes)).toEqual(['records']);
  const config = join(ROOT, 'deploy/compose/orders.yaml');
  const { code, err } = await here(['validate', config], { env: catbird?.environment ?? {} });
  expect(err).toContain('2 streams');
  expect(code).toBe(0);
  expect((await here(['validate', config])).err).toContain('CLICKHOUSE_PASSWORD is not set');
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly depends_on?: object;
        readonly healthcheck?: object;
        readonly environment?: Readonly<Record<string, string>>;
      }
    >
  >;
  readonly volumes: object;
}
