import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { JOURNEY_CASES, killTimedTests } from './timed-kills.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-time-kills-'))));
afterEach(() => rm(folder, { recursive: true }));

killTimedTests(() => folder, 20);
killTimedTests(() => folder, 10, JOURNEY_CASES);
