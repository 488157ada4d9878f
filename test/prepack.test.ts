import { cp, mkdtemp, mkdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../scripts/command.js';
import { ROOT } from './sources.ts';

test('a package is packed only after it was built, and built again after its sources', async () => {
  const root = await mkdtemp(join(tmpdir(), 'catbird-prepack-'));
  try {
    for (const each of ['scripts', 'packages/core/src', 'packages/core/package.json', 'packages/core/NOTICE'])
      await cp(join(ROOT, each), join(root, each), { recursive: true });
    const core = join(root, 'packages/core');
    const pack = () => run('npm', ['pack', '--dry-run'], { cwd: core, quiet: true });

    const unbuilt = await pack();
    expect(unbuilt.code).not.toBe(0);
    expect(unbuilt.output).toContain('packages/core cannot be packed: it lacks dist/core.tsbuildinfo');

    await mkdir(join(core, 'dist'));
    await cp(join(ROOT, 'packages/core/dist'), join(core, 'dist'), { recursive: true });
    const later = new Date(Date.now() + 60_000);
    await utimes(join(core, 'dist/core.tsbuildinfo'), later, later);
    expect((await pack()).code).toBe(0);

    const evenLater = new Date(Date.now() + 120_000);
    await utimes(join(core, 'src/index.ts'), evenLater, evenLater);
    const old = await pack();
    expect(old.code).not.toBe(0);
    expect(old.output).toContain('its sources are newer than its build');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}, 60_000);
