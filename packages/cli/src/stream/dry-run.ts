import { issuesIn, instantText } from '@catbird/engine';
import { redact, settingsOf } from '@catbird/send';
import { isHarmless } from '@catbird/stream';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { refuse } from '../refusal.ts';
import { named, startText } from '../report/plain.ts';
import type { Terminal } from '../terminal.ts';
import { factsOf, secretsIn } from './open.ts';
import { prepareAll, type Checked } from './prepare-all.ts';
import { offline, type Plan, type StreamSpec } from './spec.ts';
import { isStoreAddress, readAddress } from './store/address.ts';

/** Prints what streams would do, to stdout. States are not read: the counts are those of a first start. */
export async function dryRun(
  { streams, json = false, quiet, placed }: Plan,
  terminal: Terminal,
): Promise<ExitCode> {
  const checked = await prepareAll(streams.map(offline), terminal);
  const stores = streams.flatMap(({ options: { state } }) =>
    state !== undefined && isStoreAddress(state) ? [readAddress(state)] : [],
  );
  const issues = [...(checked.ok ? [] : checked.issues), ...issuesIn(...stores)];
  if (!checked.ok || issues.length > 0)
    return refuse((await placed?.(issues)) ?? issues, { json, err: terminal.err });
  for (const each of checked.all) {
    const { name: stream } = each.spec;
    const notes = each.prepared.notes.map((note) => redact(note, secretsIn(each.spec, each.prepared.config)));
    const { settings, others, ...facts } = planOf(each);
    if (json)
      await terminal.out.write(
        `${JSON.stringify({ type: 'plan', stream, ...facts, settings, ...others, notes })}\n`,
      );
    else {
      const lines = [startText(facts, 'Would stream'), ...detailsText({ ...settings, ...others })];
      await terminal.out.write(`${named(stream, lines.join('\n'))}\n`);
      if (quiet !== true && notes.length > 0) terminal.err.write(`${named(stream, notes.join('\n'))}\n`);
    }
  }
  return EXIT.ok;
}

type Details = Readonly<Record<string, string | number>>;

/** What a stream would do. */
function planOf({ spec, prepared }: Checked): ReturnType<typeof factsOf> & {
  readonly destination: string;
  /** Those that hold no credential. */
  readonly settings: Details;
  readonly others: Details;
} {
  const { destination, options, startAfter = [] } = spec;
  const { config, format, workers, shard } = prepared;
  const secrets = secretsIn(spec, config);
  const values = new Map<string, unknown>(Object.entries(config ?? {}));
  const settings = settingsOf(destination).flatMap(({ name, secret, default: usual }) => {
    const value = values.get(name);
    const isShown = typeof value === 'string' || typeof value === 'number' || value === true;
    if (secret || !isShown || String(value) === usual || !isHarmless([name], value)) return [];
    return [[name, redact(String(value), secrets)] as const];
  });
  const { deadLetter, faultsLog, record, startAt } = options;
  const others = {
    format: format?.name,
    workers: workers.mode === 'none' ? undefined : workers.count,
    shard: shard && `${shard.index}/${shard.count}`,
    after: startAfter.length === 0 ? undefined : startAfter.join(', '),
    startAt: startAt === undefined || startAt === Infinity ? undefined : instantText(startAt),
    deadLetter,
    faultsLog,
    record,
    state: stateIn(spec),
  };
  const given = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const facts = factsOf(spec, prepared);
  return {
    ...facts,
    seed: options.seed ?? 'random',
    destination: destination.command,
    settings: Object.fromEntries(settings),
    others: Object.fromEntries(given),
  };
}

/** The place of its state, without credentials. */
function stateIn({ options: { state } }: StreamSpec): string | undefined {
  if (state === undefined || !isStoreAddress(state)) return state;
  const read = readAddress(state);
  return read.ok ? read.shown : undefined;
}

/** `  topic orders, format avro`. */
const detailsText = (details: Details): readonly string[] => {
  const parts = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  return parts.length === 0 ? [] : [`  ${parts.join(', ')}`];
};
