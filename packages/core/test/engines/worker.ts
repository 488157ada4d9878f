import { hashes } from './rows.ts';

postMessage(await hashes(Number(new URL(location.href).searchParams.get('rows'))));
