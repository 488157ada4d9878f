import {
  invalid,
  localTime,
  type Result,
  type Member,
  suggestion,
  readTemplate,
  type Zone,
} from '@catbird/engine';
import type { Format, FormatPlan } from './format.ts';
import { placesOf, type LocatedMember } from './places.ts';
import { bytesOf } from './cursor.ts';
import { lineWriter, literalOf, type Literal, type Piece } from './text-line.ts';
import { filters, putBy, putPlain, type PutValue } from './text-filters.ts';

/** How lines of text are written. */
export interface TextSettings {
  /** A line with `{{field}}`, or the name of a ready one. */
  readonly line?: string | undefined;
}

const combined =
  '[{{timestamp|clf}}] "{{method}} {{path|escape}} HTTP/1.1" {{status}} {{bytes|dash}} "{{referer?|escape|dash}}" "{{user_agent?|escape|dash}}"';

/** Lines that programs read, by name. */
export const readyLines: Readonly<Record<string, string>> = {
  'nginx-combined': `{{ip}} - {{user?|dash}} ${combined}`,
  'apache-common':
    '{{ip}} - {{user?|dash}} [{{timestamp|clf}}] "{{method}} {{path|escape}} HTTP/1.1" {{status}} {{bytes|dash}}',
  'apache-combined': `{{ip}} {{ident?|dash}} {{user?|dash}} ${combined}`,
  'syslog-3164': '<{{priority}}>{{timestamp|rfc3164}} {{host}} {{app}}[{{pid}}]: {{message}}',
  'syslog-5424':
    '<{{priority}}>1 {{timestamp|rfc5424}} {{host|dash}} {{app}} {{pid|dash}} {{msgid?|dash}} - {{message}}',
  logfmt: '{{*|logfmt}}',
  cef: 'CEF:0|{{vendor|cef_header}}|{{product|cef_header}}|{{version|cef_header}}|{{event|cef_header}}|{{name|cef_header}}|{{severity|cef_header}}|rt={{timestamp|epoch_ms}} {{*|cef}}',
  java: '{{timestamp}} {{level}} [{{thread}}] {{logger}} - {{message}}{{stack?|trace}}',
};

const NOTHING = new Uint8Array(0);
const DASH = bytesOf('-');
/** The longest time, and what `copy` may write behind. */
const VALUE_ROOM = 48;
/** Percent-encoding makes three bytes of one, and an escape six of one that stands for itself. */
const GROWTH = 6;

/** Rows as lines of text, as servers log them. */
export const text: Format<TextSettings> = {
  name: 'text',
  plan(members, { line }, _registered, zone) {
    if (line === undefined || line === '')
      return invalid(
        `line is required for text. Write a line with {{field}}, or one of ${Object.keys(readyLines).join(', ')}`,
      );
    return linePlan(members, Object.hasOwn(readyLines, line) ? (readyLines[line] ?? line) : line, zone);
  },
};

/** What the pieces of a line have in common. */
interface LineContext {
  readonly problems: string[];
  /** What a clock shows at an instant. Undefined: times are in UTC. */
  readonly toLocal: ((ms: number) => number) | undefined;
}

function linePlan(members: readonly Member[], line: string, zone: Zone | undefined): Result<FormatPlan> {
  const places = placesOf(members, true);
  const problems: string[] = [];
  const pieces = piecesOf(line, places, { problems, toLocal: zone && localTime(zone) });
  if (problems.length > 0) return invalid(...problems);
  const literals = pieces.reduce((sum, { before }) => sum + before.length, 0);
  return {
    ok: true,
    contentType: 'text/plain; charset=utf-8',
    extension: 'log',
    isText: true,
    record: {
      room: (bytes) => literals + pieces.length * (VALUE_ROOM + GROWTH * bytes),
      write: lineWriter(places, pieces),
    },
  };
}

function piecesOf(line: string, places: readonly LocatedMember[], context: LineContext): readonly Piece[] {
  const { slots, after } = readTemplate(line);
  const named = slots.map(({ name }) => name.replace(/\?$/, ''));
  if (slots.length === 0) context.problems.push('line has no field. Write one as {{name}}');
  const pieces = slots.flatMap(({ before: text, name, filters: given }): readonly Piece[] => {
    const before = literalOf(text);
    if (name !== '*') return [{ before, ...valueOf(name, given, places, context) }];
    const others = places.filter((place) => !named.includes(place.name));
    return allOf(before, others, given, context);
  });
  return [...pieces, { before: literalOf(after), place: undefined, put: putPlain, none: null }];
}

/** `name=value` of fields. Those that are null or missing are left out. */
const allOf = (
  before: Literal,
  places: readonly LocatedMember[],
  given: readonly string[],
  context: LineContext,
): readonly Piece[] => [
  { before, place: undefined, put: putPlain, none: null },
  ...leaves(places).map(({ path, place }): Piece => ({
    before: literalOf(`${path.replaceAll(/[\s="]/g, '_')}=`),
    place,
    put: putOf(path, place, given, context),
    none: null,
    isPair: true,
  })),
];

interface Leaf {
  readonly path: string;
  readonly place: LocatedMember;
}

const leaves = (places: readonly LocatedMember[], before = ''): readonly Leaf[] =>
  places.flatMap((place) => {
    const path = before + place.name;
    return place.inner === undefined ? [{ path, place }] : leaves(place.inner, `${path}.`);
  });

function valueOf(
  name: string,
  given: readonly string[],
  places: readonly LocatedMember[],
  context: LineContext,
): Omit<Piece, 'before'> {
  const path = name.replace(/\?$/, '');
  const place = find(places, path);
  const none = given.includes('dash') ? DASH : NOTHING;
  if (place === undefined) {
    if (path === '') context.problems.push('line: Write a field as {{name}}');
    else if (path === name) context.problems.push(unknownField(path, places));
    return { place, put: putPlain, none };
  }
  return { place, put: putOf(path, place, given, context), none };
}

/** A place by its name, or by its path. */
function find(places: readonly LocatedMember[], path: string): LocatedMember | undefined {
  const own = places.find(({ name }) => name === path);
  if (own !== undefined) return own;
  for (const { name, inner } of places) {
    const found = path.startsWith(`${name}.`) && inner && find(inner, path.slice(name.length + 1));
    if (found) return found;
  }
  return undefined;
}

function unknownField(path: string, places: readonly LocatedMember[]): string {
  const names = leaves(places).map((leaf) => leaf.path);
  const near = suggestion(path, names);
  return `line: Unknown field ${path}. ${near === undefined ? `Fields: ${names.join(', ')}` : `Did you mean ${near}?`}`;
}

function putOf(
  path: string,
  { member }: LocatedMember,
  given: readonly string[],
  context: LineContext,
): PutValue {
  const [name, ...others] = given.filter((each) => each !== 'dash');
  if (name === undefined) return putPlain;
  if (name === '') context.problems.push(`line: ${path} has no filter behind its |. Remove it, or name one`);
  if (others.length > 0)
    context.problems.push(`line: ${path} has more than one filter. Keep one, besides dash`);
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (filter === undefined && name !== '')
    context.problems.push(
      `line: Unknown filter ${name}. Filters: ${[...Object.keys(filters), 'dash'].join(', ')}`,
    );
  else if (filter?.of?.includes(member.kind.is) === false)
    context.problems.push(
      `line: ${path} is no time as ISO 8601 in UTC with milliseconds, which ${name} needs. Remove the filter`,
    );
  return filter === undefined ? putPlain : putBy(filter, context.toLocal);
}
