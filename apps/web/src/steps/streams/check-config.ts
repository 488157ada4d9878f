import {
  endlessProblems,
  entityProblems,
  journeyProblems,
  linePlaces,
  sharedJourneys,
  type StreamKeys,
} from '@catbird/core/config';
import type {
  ConfigCheck,
  ConfigProblem,
  ConfigView,
  StreamCheck,
  StreamOfConfig,
} from '../../state/streams.ts';
import type { ConfigRows, ConfigSchema, Examined, ExamineRequest } from '../../worker/config-protocol.ts';
import { textOf, type Files, type SourceText } from './source.ts';

/** Rows of a preview. */
const PREVIEW_ROWS = 10;

type ReadConfig = Extract<ConfigView, { readonly ok: true }>;

/** What the streams of a config are checked with. */
export interface CheckContext {
  /** Of the config. */
  readonly text: string;
  readonly files: Files;
  /** Used if the config has none. */
  readonly seed: string;
  readonly nowMs: number;
  readonly examine: (request: ExamineRequest) => Promise<Examined>;
  /** Default 10. */
  readonly rows?: number;
}

/** A checked config, and what the rows of its streams follow from. */
export interface CheckedConfig extends ConfigCheck {
  /** Of each stream that shares its journeys, the others by name. */
  readonly sharing: ReadonlyMap<string, readonly string[]>;
  /** By name of the stream; only of those that are ready. */
  readonly rows: ReadonlyMap<string, ConfigRows>;
}

/** Checks every stream of a config, and what they have to agree in, as `catbird run` does before it starts. */
export async function checkConfig(config: ReadConfig, context: CheckContext): Promise<CheckedConfig> {
  const placeOf = await linePlaces(context.text, config.value);
  const placed = (line: string): ConfigProblem => ({ text: line, at: placeOf(line) });
  const shared = config.entities && (await textOf(config.entities, context.files));
  const streams = new Map<string, StreamCheck>();
  const rows = new Map<string, ConfigRows>();
  for (const stream of config.streams) {
    // One after another: a worker checks them.
    // oxlint-disable-next-line no-await-in-loop
    const checked = await checkStream(stream, shared, { ...context, placed });
    streams.set(stream.name, checked.check);
    if (checked.rows !== undefined) rows.set(stream.name, checked.rows);
  }
  const ready = readyOf(config.streams, streams);
  const missing = [...streams.values()].flatMap((each) => (each.kind === 'invalid' ? each.missing : []));
  return {
    streams,
    rows,
    missing: [...new Set(missing)],
    problems: agreementLines(config.streams, ready).map(placed),
    sharing: sharingOf(ready),
  };
}

interface StreamContext extends CheckContext {
  readonly placed: (line: string) => ConfigProblem;
}

async function checkStream(
  stream: StreamOfConfig,
  shared: SourceText | undefined,
  context: StreamContext,
): Promise<{ readonly check: StreamCheck; readonly rows?: ConfigRows }> {
  const { files, seed, nowMs, examine, placed, rows: count = PREVIEW_ROWS } = context;
  const own = 'entity' in stream.source ? undefined : await textOf(stream.source, files);
  const unread = [shared, own].find((each) => each?.ok === false);
  if (unread?.ok === false) return { check: { kind: 'invalid', ...unread } };
  const rows: ConfigRows = {
    schema: schemaOf(stream, own, shared, files),
    seed: stream.options.seed ?? seed,
    options: stream.options,
    optionNames: optionNamesOf(stream),
    nowMs,
  };
  const examined = await examine({ ...rows, rows: count });
  if (examined.kind === 'stream') return { check: { kind: 'ready', stream: examined }, rows };
  const { issues, of, lines, missing } = examined;
  const text = of === 'schema' ? own : shared;
  const problems = text?.ok === true ? await text.problemsOf(issues) : [];
  return { check: { kind: 'invalid', problems: [...lines.map(placed), ...problems], missing } };
}

function schemaOf(
  { source }: StreamOfConfig,
  own: SourceText | undefined,
  shared: SourceText | undefined,
  files: Files,
): ConfigSchema {
  return {
    source: 'entity' in source ? { entity: source.entity } : { text: own?.ok === true ? own.json : '' },
    entities: shared?.ok === true ? shared.json : undefined,
    files,
  };
}

/** The keys that problems with options may name. */
const KEYS: readonly (keyof StreamKeys)[] = [
  'starts',
  'eps',
  'from',
  'to',
  'speed',
  'future',
  'arrivals',
  'disorder',
  'rate',
  'changes',
  'duration',
  'faultChanges',
  'onFailure',
  'whenBehind',
  'inFlight',
];

const optionNamesOf = ({ optionOf }: StreamOfConfig): Readonly<Record<string, string>> =>
  Object.fromEntries(KEYS.map((key) => [key, optionOf(key)]));

/** A stream that can run, with its place in the config. */
type ReadyStream = ReturnType<typeof readyOf>[number];

const readyOf = (streams: readonly StreamOfConfig[], checks: ReadonlyMap<string, StreamCheck>) =>
  streams.flatMap((spec) => {
    const check = checks.get(spec.name);
    return check?.kind === 'ready'
      ? [{ ...check.stream, spec, name: spec.name, startsOfAll: spec.options.startsOfAll }]
      : [];
  });

/** What the rows of streams disagree in, and streams that would never start. */
function agreementLines(
  streams: readonly StreamOfConfig[],
  ready: readonly ReadyStream[],
): readonly string[] {
  const endless = ready.filter(
    ({ plannedRows, spec }) => plannedRows < 0 && spec.options.duration === undefined,
  );
  return [
    ...entityProblems(ready),
    ...journeyProblems(ready),
    ...endlessProblems(streams, new Set(endless.map(({ name }) => name))),
  ];
}

const sharingOf = (ready: readonly ReadyStream[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    sharedJourneys(ready).flatMap((group) =>
      group.map(({ name }) => [name, group.flatMap((other) => (other.name === name ? [] : [other.name]))]),
    ),
  );
