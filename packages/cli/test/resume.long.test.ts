import { FORMS, killFileTests, useResumableFile } from './resumable-file.ts';

/** `node scripts/kills.js` sets it. */
const KILLS = Number(process.env['CATBIRD_KILLS'] ?? 6);

const file = useResumableFile();

killFileTests(file, KILLS, Object.keys(FORMS) as (keyof typeof FORMS)[]);
