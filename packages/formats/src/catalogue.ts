import * as z from 'zod/mini';
import type { Result, Member, Zone } from '@catbird/engine';
import {
  parseConfig,
  settingsOf,
  type Setting,
  settingIssues,
  type FormatShape,
  type SettingMeta,
  choiceSetting,
  customSetting,
  flagSetting,
  optionalTextSetting,
} from '@catbird/send';
import type { Format, FormatPlan } from './format.ts';
import type { SchemaType, Registered, NamedSchema } from './registry.ts';
import { keyFormatSetting, registryShape } from './registry-settings.ts';

/** A format in which rows can be written, without its code. */
export interface FormatChoice {
  /** As in `--format csv`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** What rows become, unless its settings say otherwise: see `shapeOf`. */
  readonly shape: FormatShape;
  /** Endings of file names that imply it, without the dot. */
  readonly extensions: readonly string[];
  /** How its schemas are in a registry. Absent: they are not. */
  readonly registry?: RegistryKind;
  /** Its settings, in the order of a form. */
  readonly settings: readonly Setting[];
  /**
   * Loads the format and checks the settings: how rows with these fields are written.
   *
   * @param input settings by name, as texts or values. Others are ignored
   * @param registered the schema of the rows in a registry, if each of them shall begin with its id
   * @param zone of times that are written as a clock shows them. Default: UTC
   */
  plan(
    members: readonly Member[],
    input: Readonly<Record<string, unknown>>,
    registered?: Registered,
    zone?: Zone,
  ): Promise<Result<FormatPlan>>;
}

/** How the schemas of a format are in a registry. */
export interface RegistryKind {
  readonly type: SchemaType;
  /** The setting with the full name of the record. Default of its value: Event. */
  readonly nameSetting: string;
}

/** A format by its parts. Its code loads when it plans. */
function choice<Config>(parts: {
  readonly name: string;
  readonly summary: string;
  readonly shape: FormatShape;
  readonly extensions?: readonly string[];
  readonly config: z.ZodMiniObject & z.ZodMiniType<Config>;
  readonly registry?: RegistryKind;
  readonly load: () => Promise<Format<Config>>;
}): FormatChoice {
  const { extensions = [], config, load, ...declared } = parts;
  return {
    ...declared,
    extensions,
    settings: settingsOf({ config }),
    async plan(members, input, registered, zone) {
      const result = parseConfig({ config }, input);
      return result.ok
        ? (await load()).plan(members, result.config, registered, zone)
        : { ok: false, issues: settingIssues(result.issues) };
    },
  };
}

const noSettings = z.object({});
const noHeader = flagSetting({
  label: 'No header',
  help: 'Omit the header line.',
});
/** A text that the command line reads from a file. */
const fileSetting = (meta: SettingMeta) => optionalTextSetting({ ...meta, isFile: true });

const avroShape = {
  avroName: optionalTextSetting({
    label: 'Name of the Avro record',
    help: 'Full name of the record. Default: Event.',
    example: 'com.example.Order',
  }),
  avroSchema: fileSetting({
    label: 'Avro schema',
    help: 'Schema that rows must fit. Default: generated from the fields.',
    example: 'order.avsc',
  }),
};

/** All formats, in the order in which people see them. */
export const formats: readonly FormatChoice[] = [
  choice({
    name: 'json',
    summary: 'Lines of JSON',
    shape: 'lines',
    extensions: ['ndjson', 'jsonl'],
    config: noSettings,
    load: async () => (await import('./json.ts')).json,
  }),
  choice({
    name: 'csv',
    summary: 'Comma-separated values, with a header',
    shape: 'lines',
    extensions: ['csv'],
    config: z.object({
      delimiter: optionalTextSetting({
        label: 'Delimiter',
        help: 'Character between cells, or tab. Default: a comma.',
        example: ';',
      }),
      quote: choiceSetting({
        label: 'Quotation marks',
        help: 'Which cells to put in quotation marks: those that need it, or all.',
        choices: { needed: 'Where needed', all: 'Everywhere' },
      }),
      null: optionalTextSetting({
        label: 'Null',
        help: 'Text for null and missing values. Default: an empty cell.',
        example: 'NULL',
      }),
      spreadsheetSafe: flagSetting({
        label: 'Safe for spreadsheets',
        help: "Put ' before cells that spreadsheets would run as formulas.",
      }),
      noHeader,
    }),
    load: async () => (await import('./csv.ts')).csv,
  }),
  choice({
    name: 'tsv',
    summary: 'Tab-separated values, as Postgres and ClickHouse read them',
    shape: 'lines',
    extensions: ['tsv'],
    config: z.object({ noHeader }),
    load: async () => (await import('./tsv.ts')).tsv,
  }),
  choice({
    name: 'text',
    summary: 'Lines of text, as servers log them',
    shape: 'lines',
    config: z.object({
      line: customSetting(z.optional(z.string()), {
        label: 'Line',
        help: 'Template of a line, with {{field}}, or the name of a built-in one: nginx-combined, apache-common, apache-combined, syslog-3164, syslog-5424, logfmt, cef, java.',
        literal: true,
        example: '{{ip}} [{{timestamp|clf}}] {{status}}',
        needed: true,
      }),
    }),
    load: async () => (await import('./text.ts')).text,
  }),
  choice({
    name: 'json-array',
    summary: 'One JSON array',
    shape: 'array',
    config: noSettings,
    load: async () => (await import('./json.ts')).jsonArray,
  }),
  choice({
    name: 'cloudevents',
    summary: 'CloudEvents 1.0 in JSON, each with a row as its data',
    shape: 'lines',
    config: z.object({
      source: optionalTextSetting({
        label: 'Source',
        help: 'Where events come from. Default: /catbird.',
        example: '/shop/orders',
      }),
      eventType: optionalTextSetting({
        label: 'Event type',
        help: 'What happened. Default: catbird.event.',
        example: 'com.example.order.created',
      }),
      idField: optionalTextSetting({
        label: 'Field of the id',
        help: 'Field that identifies an event. Default: the number of the row.',
        example: 'order_id',
      }),
      timeField: optionalTextSetting({
        label: 'Field of the time',
        help: 'Field with the time of an event. Default: the first one that is an instant.',
        example: 'created_at',
      }),
      batched: flagSetting({ label: 'Batched', help: 'Write one JSON array instead of lines.' }),
    }),
    load: async () => (await import('./json.ts')).cloudEvents,
  }),
  choice({
    name: 'avro',
    summary: 'Avro records, one a message',
    shape: 'records',
    config: z.object({ ...avroShape, ...registryShape, keyFormat: keyFormatSetting }),
    registry: { type: 'AVRO', nameSetting: 'avroName' },
    load: async () => (await import('./avro.ts')).avro,
  }),
  choice({
    name: 'avro-file',
    summary: 'An Avro container file',
    shape: 'file',
    extensions: ['avro'],
    config: z.object(avroShape),
    load: async () => (await import('./avro.ts')).avroFile,
  }),
  choice({
    name: 'protobuf',
    summary: 'Protobuf messages; in a file, each after its length',
    shape: 'records',
    extensions: ['pb'],
    config: z.object({
      message: optionalTextSetting({
        label: 'Name of the Protobuf message',
        help: 'Full name of the message. Default: Event, or the only one of the .proto file.',
        example: 'com.example.Order',
      }),
      proto: fileSetting({
        label: '.proto file',
        help: 'A .proto file whose message rows must fit. Default: made from the fields.',
        example: 'order.proto',
      }),
      ...registryShape,
      keyFormat: keyFormatSetting,
    }),
    registry: { type: 'PROTOBUF', nameSetting: 'message' },
    load: async () => (await import('./protobuf.ts')).protobuf,
  }),
  choice({
    name: 'parquet',
    summary: 'A Parquet file',
    shape: 'file',
    extensions: ['parquet'],
    config: noSettings,
    load: async () => (await import('./parquet.ts')).parquet,
  }),
  choice({
    name: 'arrow',
    summary: 'A stream of Arrow record batches, for pipes',
    shape: 'file',
    extensions: ['arrows'],
    config: noSettings,
    load: async () => (await import('./arrow.ts')).arrow,
  }),
  choice({
    name: 'arrow-file',
    summary: 'An Arrow file, also called Feather',
    shape: 'file',
    extensions: ['arrow', 'feather'],
    config: noSettings,
    load: async () => (await import('./arrow.ts')).arrowFile,
  }),
];

/** What rows become by the plan of a format. */
export const shapeOf = ({ shape }: FormatChoice, { blocks }: FormatPlan): FormatShape =>
  shape === 'lines' && blocks !== undefined ? 'array' : shape;

/** The format with a name; undefined if there is none. */
export const findFormat = (name: string): FormatChoice | undefined =>
  formats.find((format) => format.name === name);

/** The format that the name of a file implies, also with `.gz`; undefined if it implies none. */
export function formatOfFile(path: string): FormatChoice | undefined {
  const ending = /\.([^./\\]+?)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : formats.find(({ extensions }) => extensions.includes(ending));
}

/** Reads Protobuf messages as lines of JSON: see `messageReader`. The library is loaded when the first one is asked for. */
export const protobufReader = async (
  text: string,
  references: readonly NamedSchema[],
): Promise<(bytes: Uint8Array) => string> =>
  (await import('./protobuf-given.ts')).messageReader(text, references);

/** Loads what writes keys of Kafka records in Avro. */
export const loadAvroKey = () => import('./avro-key.ts');

/** Loads the layout of Parquet files that are computed piece by piece. */
export const loadLayout = () => import('./parquet-layout.ts');

/** Loads what plans formats by a schema registry. */
export const loadInRegistry = () => import('./in-registry.ts');
