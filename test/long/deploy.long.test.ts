import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../sources.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const textOf = (name: string): string => read(`deploy/${name}`);
const valuesOf = (text: string): Record<string, unknown> => parse(text) as Record<string, unknown>;

const options = [
  ['run', '/config/stream.yaml'],
  ['--shard', 'auto/16'],
  ['--state', 'redis://state/orders'],
];

/** `--grace`, the wait for a save in progress, and as much again for the threads and the summary: 10 seconds each. */
const STOP_SECONDS = 30;

/** A stream asks Kubernetes for nothing, so its pods get no token for it. */
const expectNoToken = ({ spec }: Job): void =>
  expect(spec?.template.spec?.automountServiceAccountToken).toBe(false);

function expectArgs(args: readonly string[] | undefined): void {
  for (const [name = '', value = ''] of options) expect(args?.[args.indexOf(name) + 1]).toBe(value);
}

test('the job of Kubernetes follows its schema, and every shard gets the same command', () => {
  const job = new Job(parse(textOf('kubernetes/job.yaml')) as ConstructorParameters<typeof Job>[0]);
  expect(() => job.validate()).not.toThrow();
  expectNoToken(job);
  expectArgs(job.spec?.template.spec?.containers[0]?.args);
  expect(job.spec?.template.spec?.terminationGracePeriodSeconds).toBe(STOP_SECONDS);
  const wrong = new Job({ metadata: { name: 'x' }, spec: { completions: 'many' } as never });
  expect(() => wrong.validate()).toThrow('completions');
});

/** What Helm makes of the chart: its templates use values, quotes, one `printf` and `if`s that are not nested, and nothing else. */
function rendered(name: string, values: Readonly<Record<string, unknown>>): string {
  const text = textOf(`kubernetes/chart/templates/${name}`);
  const kept = text.replaceAll(
    /^ *\{\{- if \.Values\.(\w+) \}\}\n([\s\S]*?)^ *\{\{- end \}\}\n/gm,
    (_, value: string, body: string) => (values[value] === '' ? '' : body),
  );
  const filled = kept.replaceAll(
    /\{\{ (?:printf "([^"]+)" )?\.(Values|Release)\.(\w+)( \| quote)? \}\}/g,
    (_, format: string | undefined, place: string, key: string, quote: string | undefined) => {
      const value = place === 'Release' ? 'orders' : values[key];
      expect(value, key).toBeDefined();
      const shown = (format ?? '%v').replace('%v', String(value));
      return quote === undefined ? shown : JSON.stringify(shown);
    },
  );
  expect(filled).not.toContain('{{');
  return filled;
}

test.each(['', 'orders-secret'])('the chart’s job follows its schema with the secret %o', (secret) => {
  const values: Record<string, unknown> = { ...valuesOf(textOf('kubernetes/chart/values.yaml')), secret };
  expect(Object.keys(values)).toHaveLength(10);
  const job = new Job(parse(rendered('job.yaml', values)) as ConstructorParameters<typeof Job>[0]);
  expect(() => job.validate()).not.toThrow();
  expectNoToken(job);
  const [container] = job.spec?.template.spec?.containers ?? [];
  expectArgs(container?.args);
  expect(values['stopSeconds']).toBe(STOP_SECONDS);
  expect(container?.envFrom?.[0]?.secretRef?.name ?? '').toBe(secret);

  const config = new ConfigMap(
    parse(rendered('config.yaml', values)) as ConstructorParameters<typeof ConfigMap>[0],
  );
  expect(() => config.validate()).not.toThrow();
  expect(valuesOf(config.data?.['stream.yaml'] ?? '')).toEqual(valuesOf(textOf('stream.yaml')));
});

test('the chart leaves the store to the secret if it has no address', () => {
  const values = { ...valuesOf(textOf('kubernetes/chart/values.yaml')), state: '', secret: 'orders' };
  const job = new Job(parse(rendered('job.yaml', values)) as ConstructorParameters<typeof Job>[0]);
  expect(() => job.validate()).not.toThrow();
  const [container] = job.spec?.template.spec?.containers ?? [];
  // An option, even an empty one, would take the place of CATBIRD_STATE.
  expect(container?.args).not.toContain('--state');
  expect(container?.args?.slice(-2)).toEqual(['--digest', '--json']);
});
