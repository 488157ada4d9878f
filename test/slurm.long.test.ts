import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findProgram } from '../scripts/programs.js';
import { ROOT } from './sources.ts';

const programs = (['slurmctld', 'slurmd', 'sbatch'] as const).map(findProgram);
const [slurmctld = '', slurmd = ''] = programs;
const isMissing = programs.includes(undefined);

const ROWS = 6000;
const SHARDS = 8;

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = socket.address();
  socket.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A cluster of one node with eight cores, as far as Slurm knows. It needs no munge and no cgroups. */
async function configOf(folder: string): Promise<string> {
  const node = hostname().replace(/\..*/, '');
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name));
  const settings = {
    ClusterName: 'catbird',
    SlurmctldHost: `${node}(127.0.0.1)`,
    SlurmctldPort: await freePort(),
    SlurmdPort: await freePort(),
    AuthType: 'auth/none',
    CredType: 'cred/none',
    // How long a requeued task waits. Two minutes by default.
    AuthInfo: 'cred_expire=10',
    SchedulerParameters: 'sched_interval=2,bf_interval=2',
    SlurmUser: 'root',
    SlurmdUser: 'root',
    StateSaveLocation: join(folder, 'state'),
    SlurmdSpoolDir: join(folder, 'spool'),
    SlurmctldPidFile: join(folder, 'slurmctld.pid'),
    SlurmdPidFile: join(folder, 'slurmd.pid'),
    ProctrackType: 'proctrack/linuxproc',
    TaskPlugin: 'task/none',
    SwitchType: 'switch/none',
    MpiDefault: 'none',
    SelectType: 'select/cons_tres',
    SelectTypeParameters: 'CR_CPU',
    SlurmdParameters: 'config_overrides',
    ReturnToService: 2,
    MailProg: '/bin/true',
    NodeName: `${node} NodeAddr=127.0.0.1 CPUs=${SHARDS} State=UNKNOWN`,
    PartitionName: 'all Nodes=ALL Default=YES MaxTime=INFINITE State=UP',
  };
  const file = join(folder, 'slurm.conf');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  return file;
}

async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  details: () => string | Promise<string>,
): Promise<void> {
  const end = Date.now() + 180_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Timed out: ${what}\n${await details()}`);
    await setTimeout(100);
  }
}

/** Slurm’s daemons run as root. */
const isRoot = process.getuid?.() === 0;

test.skipIf(isMissing || !isRoot)(
  'a job array of Slurm sends the whole stream, with tasks that are killed and requeued',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'catbird-slurm-'));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync(join(ROOT, 'packages/cli/bin/catbird.js'), join(bin, 'catbird'));
    const config = await configOf(folder);
    const env = {
      ...process.env,
      SLURM_CONF: config,
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    };
    const rows: string[] = [];
    const sink = createServer((request, response) => {
      void text(request).then((body) => {
        rows.push(...body.split('\n').slice(0, -1));
        return response.writeHead(200).end('{}');
      });
    }).listen(0, '127.0.0.1');
    const daemons: ChildProcess[] = [];
    const log = openSync(join(folder, 'daemons.log'), 'a');
    try {
      await once(sink, 'listening');
      const address = sink.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const call = async (program: string, ...args: string[]): Promise<string> =>
        (await promisify(execFile)(program, args, { env, cwd: folder })).stdout;
      const node = hostname().replace(/\..*/, '');
      const stdio = ['ignore', log, log] as const;
      daemons.push(spawn(slurmctld, ['-D', '-c', '-f', config], { env, stdio: [...stdio] }));
      daemons.push(spawn(slurmd, ['-D', '-c', '-f', config, '-N', node], { env, stdio: [...stdio] }));
      const details = async (): Promise<string> =>
        [
          await call('sinfo', '-R').catch(String),
          await call('squeue', '-r', '-l').catch(String),
          `${rows.length} rows, ${new Set(rows).size} of them distinct`,
          readFileSync(join(folder, 'daemons.log'), 'utf8').slice(-5000),
        ].join('\n');
      await until(
        'the node is idle',
        async () => (await call('sinfo', '-h', '-o', '%t').catch(() => '')).startsWith('idle'),
        details,
      );

      // The stream comes at its own rate, one second a second, which leaves time to kill it.
      writeFileSync(
        join(folder, 'stream.yaml'),
        `destination: http\nsettings: { url: 'http://127.0.0.1:${port}' }\nschema: { n: { type: catbird.sequence }, id: { type: string.uuid } }\nseed: 42\neps: 1000\nlimit: ${ROWS}\nfrom: '2026-01-01'\nspeed: 1\n`,
      );
      copyFileSync(join(ROOT, 'deploy/slurm/job.sh'), join(folder, 'job.sh'));
      const job = /\d+/.exec(await call('sbatch', 'job.sh', 'stream.yaml'))?.[0] ?? '';
      const numbers = (): Set<number> => new Set(rows.map((row) => (JSON.parse(row) as { n: number }).n));
      await until('rows arrive', () => rows.length > 1500, details);
      // Two processes are killed at once, and two end in order to be started again elsewhere.
      for (const task of [1, 3]) await call('scancel', '--batch', '--signal=KILL', `${job}_${task}`);
      for (const task of [4, 6]) await call('scontrol', 'requeue', `${job}_${task}`);
      // Slurm does not start killed tasks again by itself.
      const killed = new Set([1, 3]);
      const queue = async (): Promise<readonly number[]> =>
        (await call('squeue', '-h', '-r', '-o', '%K')).split('\n').filter(Boolean).map(Number);
      await until(
        'the whole stream has arrived and all tasks have ended',
        async () => {
          const queued = await queue();
          for (const task of [...killed].filter((each) => !queued.includes(each)))
            await call('scontrol', 'requeue', `${job}_${task}`).then(
              () => killed.delete(task),
              // Its end is still being noted.
              () => false,
            );
          return killed.size === 0 && numbers().size === ROWS && (await queue()).length === 0;
        },
        details,
      );

      const sample = await call('catbird', 'sample', '--config', 'stream.yaml', '-n', String(ROWS));
      expect([...new Set(rows)].toSorted()).toEqual(sample.trimEnd().split('\n').toSorted());
      const shards = Array.from({ length: SHARDS }, (_, shard) => `shards/${shard}.json`);
      const sum = await call('catbird', 'summary', ...shards);
      expect(sum).toContain(`${SHARDS} of ${SHARDS} shards`);
      expect(sum).toContain((await call('catbird', 'digest', 'stream.yaml')).trim());
      expect(rows.length).toBeLessThan(ROWS + 4 * 1000);
      expect(readFileSync(join(folder, 'catbird-0.out'), 'utf8')).toBe('');
    } finally {
      for (const daemon of daemons.toReversed()) {
        const ended = once(daemon, 'exit');
        daemon.kill();
        await ended;
      }
      sink.close();
      closeSync(log);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
  600_000,
);
