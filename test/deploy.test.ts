import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator, type Schema } from '@cfworker/json-schema';
import { validate } from 'dockerfile-utils';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readHcl } from './hcl.ts';
import { ROOT } from './sources.ts';

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

/** What a file is checked with. The schemas are made from what the services publish: each says from what. */
function problemsOf(value: unknown, schema: string): string[] {
  const validator = new Validator(
    JSON.parse(read(`test/schemas/${schema}.json`)) as Schema,
    '2020-12',
    false,
  );
  return validator
    .validate(value)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

const COMMAND = ['--start-at', 'auto', '--state', 'redis://state/orders', '--digest', '--json'];

test('the Cloud Run job follows its schema', () => {
  const job = parse(textOf('cloud-run/job.yaml')) as CloudRunJob;
  expect(problemsOf(job, 'cloud-run-job')).toEqual([]);
  const { taskCount, template } = job.spec.template.spec;
  expect(taskCount).toBe(16);
  expect(template.spec.containers[0]?.args).toEqual([
    'run',
    '/home/node/stream.yaml',
    '--shard',
    'auto',
    ...COMMAND,
    '--grace',
    '5s',
  ]);
  expect(problemsOf({ ...job, spec: { tasks: 16 } }, 'cloud-run-job').join()).toContain('tasks');
  expect(problemsOf({ ...job, kind: 1 }, 'cloud-run-job').join()).toContain('#/kind');
});

interface CloudRunJob {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly taskCount: number;
        readonly template: { readonly spec: { readonly containers: readonly { readonly args: string[] }[] } };
      };
    };
  };
}

test('the AWS Batch job definition follows its schema, and repeats no mistakes', () => {
  const job = JSON.parse(textOf('aws-batch/job-definition.json')) as BatchJob;
  expect(problemsOf(job, 'aws-batch-job-definition')).toEqual([]);
  expect(job.containerProperties.command).toEqual([
    'run',
    '/home/node/stream.yaml',
    '--shard',
    'auto',
    ...COMMAND,
  ]);
  // A mistake, and a shard that goes on elsewhere, are not tried again.
  const ends = job.retryStrategy.evaluateOnExit.filter(({ action }) => action === 'EXIT');
  expect(ends.map(({ onExitCode }) => onExitCode)).toEqual(['2', '3']);
  const wrong = { ...job, retryStrategy: { evaluateOnExit: [{ action: 'STOP' }] } };
  expect(problemsOf(wrong, 'aws-batch-job-definition').join()).toContain('action');
  expect(problemsOf({ ...job, kind: 'x' }, 'aws-batch-job-definition').join()).toContain('kind');
});

interface BatchJob {
  readonly containerProperties: { readonly command: readonly string[] };
  readonly retryStrategy: {
    readonly evaluateOnExit: readonly { readonly onExitCode?: string; readonly action: string }[];
  };
}

test('the Nomad job follows its schema', () => {
  const text = textOf('nomad/catbird.nomad.hcl');
  const { job } = readHcl(text) as unknown as { readonly job: NomadJob };
  expect(problemsOf(job, 'nomad-job')).toEqual([]);
  const [group] = job.group;
  const [task] = group?.task ?? [];
  expect(group?.count).toBe(16);
  expect(task?.config.args).toEqual(['run', '/local/stream.yaml', '--shard', 'auto/16', ...COMMAND]);
  expect(parse(task?.template[0]?.data ?? '')).toEqual(valuesOf(textOf('stream.yaml')));
  expect(task?.kill_timeout).toBe(`${STOP_SECONDS}s`);
  expect(task?.config.readonly_rootfs).toBe(true);
  // Nomad does not look at exit codes: a mistake in the options must not be repeated forever.
  expect(group?.restart).toMatchObject({ attempts: 3, mode: 'fail' });
  expect(group?.reschedule).toMatchObject({ attempts: 5, unlimited: false });
  const wrong = readHcl(text.replace('attempts = 3', 'tries = 3').replace('"docker"', '3'));
  expect(problemsOf(wrong['job'], 'nomad-job').join()).toMatch(/driver[^]*tries/);
});

interface NomadJob {
  readonly group: readonly {
    readonly count: number;
    readonly restart: object;
    readonly reschedule: object;
    readonly task: readonly {
      readonly kill_timeout: string;
      readonly config: { readonly args: readonly string[]; readonly readonly_rootfs: boolean };
      readonly template: readonly { readonly data: string }[];
    }[];
  }[];
}

test('the image with a stream follows the syntax, and is built on the image of the command line', () => {
  const text = textOf('Dockerfile');
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  expect(text).toMatch(/^FROM catbird:[\d.]+\nCOPY stream\.yaml \/home\/node\/stream\.yaml$/m);
});
