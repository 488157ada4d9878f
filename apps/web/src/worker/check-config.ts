import { messagesOf, type Issue, type Invalid, type SchemaIssue, isObject } from '@catbird/engine';
import {
  endlessIssues,
  entityIssues,
  journeyIssues,
  linePlaces,
  sharedJourneys,
  type StreamKeys,
  fromYaml,
  isYaml,
  placedIn,
  templateNamed,
  type EntitiesSource,
  type Placed,
  type SchemaSource,
} from '@catbird/stream';
import type { CheckedConfig, ConfigIssue, Files, StreamCheck } from '../state/streams.ts';
import { additionsTo } from './additions.ts';
import type { ConfigRows, ConfigSchema, Examined, ExamineRequest } from './config-rows.ts';
import { readConfig, type ReadStream } from './read-config.ts';
import type { ConfigCheckRequest } from './shown-config.ts';

/** Rows of a preview. */
const PREVIEW_ROWS = 10;

type Examine = (request: ExamineRequest) => Promise<Examined>;

/**
 * Checks every stream of a config, and what they have to agree in, as `catbird run` does before it starts.
 *
 * @throws Error if the config has issues of its own: see `shownConfig`
 */
export async function checkConfig(request: ConfigCheckRequest, examine: Examine): Promise<CheckedConfig> {
  const config = await readConfig(request.text, request.name);
  if (!config.ok) throw new Error(messagesOf(config.issues).join('. '));
  const context = { ...request, examine };
  const placeOf = await linePlaces(context.text, config.value);
  const placed = (issue: Issue): ConfigIssue => ({ ...issue, at: placeOf(issue.message) });
  const shared = config.entities && (await textOf(config.entities, context.files));
  const streams = new Map<string, StreamCheck>();
  const rows = new Map<string, ConfigRows>();
  for (const stream of config.streams) {
    // One after another: the page times each.
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
    issues: agreementIssues(config.streams, ready).map(placed),
    sharing: sharingOf(ready),
    additions: additionsTo(config.value, ready, shared?.ok === true ? namesIn(shared.json) : []),
  };
}

interface StreamContext extends ConfigCheckRequest {
  readonly examine: Examine;
  readonly placed: (issue: Issue) => ConfigIssue;
}

async function checkStream(
  stream: ReadStream,
  shared: SourceText | undefined,
  context: StreamContext,
): Promise<{ readonly check: StreamCheck; readonly rows?: ConfigRows }> {
  const { files, seed, nowMs, examine, placed } = context;
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
  const examined = await examine({ ...rows, rows: PREVIEW_ROWS });
  if (examined.kind === 'stream') return { check: { kind: 'ready', stream: examined }, rows };
  const { issues, of, ofOptions, missing } = examined;
  const text = of === 'schema' ? own : shared;
  const ofText = text?.ok === true ? await text.placed(issues) : [];
  return { check: { kind: 'invalid', issues: [...ofOptions.map(placed), ...ofText], missing } };
}

function schemaOf(
  { source, incidents }: ReadStream,
  own: SourceText | undefined,
  shared: SourceText | undefined,
  files: Files,
): ConfigSchema {
  return {
    source: 'entity' in source ? { entity: source.entity } : { text: own?.ok === true ? own.json : '' },
    entities: shared?.ok === true ? shared.json : undefined,
    incidents,
    files,
  };
}

/** The keys that issues with options may name. */
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
  'faults',
  'faultChanges',
  'started',
  'onFailure',
  'whenBehind',
  'inFlight',
];

const optionNamesOf = ({ optionOf }: ReadStream): Readonly<Record<string, string>> =>
  Object.fromEntries(KEYS.map((key) => [key, optionOf(key)]));

/** A stream that can run, with its place in the config. */
type ReadyStream = ReturnType<typeof readyOf>[number];

const readyOf = (streams: readonly ReadStream[], checks: ReadonlyMap<string, StreamCheck>) =>
  streams.flatMap((spec) => {
    const check = checks.get(spec.name);
    return check?.kind === 'ready'
      ? [
          {
            ...check.stream,
            spec,
            table: tableOf(spec),
            name: spec.name,
            startsOfAll: spec.options.startsOfAll,
          },
        ]
      : [];
  });

const tableOf = ({ source }: ReadStream): string | undefined =>
  'entity' in source ? source.entity : undefined;

/** The entities of a text that was checked. */
function namesIn(json: string): readonly string[] {
  const entities: unknown = JSON.parse(json);
  return isObject(entities) ? Object.keys(entities) : [];
}

/** What the rows of streams disagree in, and streams that would never start. */
function agreementIssues(streams: readonly ReadStream[], ready: readonly ReadyStream[]): readonly Issue[] {
  const endless = ready.filter(
    ({ plannedRows, spec }) => plannedRows < 0 && spec.options.duration === undefined,
  );
  return [
    ...entityIssues(ready),
    ...journeyIssues(ready),
    ...endlessIssues(streams, new Set(endless.map(({ name }) => name))),
  ];
}

const sharingOf = (ready: readonly ReadyStream[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    sharedJourneys(ready).flatMap((group) =>
      group.map(({ name }) => [name, group.flatMap((other) => (other.name === name ? [] : [other.name]))]),
    ),
  );

/** A JSON text and the places of its issues; or why there is none. */
type SourceText =
  | {
      readonly ok: true;
      readonly json: string;
      readonly placed: (issues: readonly SchemaIssue[]) => Promise<readonly ConfigIssue[]>;
    }
  | (Invalid<ConfigIssue> & { readonly missing: readonly string[] });

/** No text. @param missing files that are named and were not given */
const unread = (issues: readonly ConfigIssue[], missing: readonly string[] = []): SourceText => ({
  ok: false,
  issues,
  missing,
});

const NO_REPLAY =
  'replay: recordings are files that a page cannot read. Run this config with catbird run, or make a schema of it with From a sample';

/** The text of a schema, or of entities. */
async function textOf(
  source: Exclude<SchemaSource, { readonly entity: string }> | EntitiesSource,
  files: Files,
): Promise<SourceText> {
  if ('text' in source) {
    const { text, name, origin } = source;
    const placed = (issues: readonly SchemaIssue[]) =>
      origin === undefined ? { issues, name, text } : placedIn(origin, issues, text);
    // A part of the config has its places there.
    return { ok: true, json: text, placed: async (issues) => placesOf(await placed(issues), false) };
  }
  if ('template' in source) {
    const found = templateNamed(source.template);
    return found.ok
      ? asJson(found.template.text, found.template.name)
      : unread(found.issues.map((issue) => ({ ...issue, at: undefined })));
  }
  if ('replay' in source) return unread([{ message: NO_REPLAY, at: undefined }]);
  return fileText(source.file, files);
}

async function fileText(file: string, files: Files): Promise<SourceText> {
  const given = Object.hasOwn(files, file) ? files[file] : undefined;
  if (given === undefined)
    return unread([{ message: `${file} is missing. Add the file`, at: undefined }], [file]);
  const text = given.replace(/^\uFEFF/, '');
  if (!isYaml(file)) return asJson(text, file);
  const converted = await fromYaml(text);
  if (!converted.ok) return unread(placesOf({ issues: converted.issues, name: file, text }));
  const { json, inText } = converted;
  return {
    ok: true,
    json,
    placed: async (issues) => placesOf({ issues: issues.map(inText), name: file, text }),
  };
}

const asJson = (text: string, name: string): SourceText => ({
  ok: true,
  json: text,
  placed: async (issues) => placesOf({ issues, name, text }),
});

const placesOf = ({ issues, name }: Placed, isElsewhere = true): readonly ConfigIssue[] =>
  issues
    .filter(({ severity }) => severity === 'error')
    .map((issue) => ({
      message: [issue.message, ...(issue.hint === undefined ? [] : [issue.hint])].join('. '),
      at: issue,
      ...(isElsewhere && { file: name }),
    }));
