import * as z from 'zod/mini';
import { messagesByPath, type Issue } from '@catbird/engine';
import type { Destination, SettingMeta } from './destination.ts';

/** The flag of a setting, without leading hyphens: `api-key` for `apiKey`. */
export const flagName = (setting: string): string =>
  setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The environment variable of a setting: `CATBIRD_AWS_SNS_TOPIC_ARN`. */
export const environmentName = ({ command }: Pick<Destination, 'command'>, setting: string): string =>
  `CATBIRD_${command}_${flagName(setting)}`.replaceAll('-', '_').toUpperCase();

const metas = z.registry<SettingMeta>();

/** Attaches the metadata of a setting to the schema of its value. */
export function customSetting<Schema extends z.ZodMiniType>(schema: Schema, meta: SettingMeta): Schema {
  metas.add(schema, meta);
  return schema;
}

/** The metadata that `customSetting` attached; undefined for other schemas. */
export const metaOf = (schema: z.core.$ZodType): SettingMeta | undefined => metas.get(schema);

type TextCheck = z.core.$ZodCheck<string> | z.core.CheckFn<string>;

/** A required text. */
export const textSetting = (meta: SettingMeta, ...checks: TextCheck[]): z.ZodMiniString =>
  customSetting(
    z.string('Required').check(z.minLength(1, { error: 'Required', abort: true }), ...checks),
    meta,
  );

/** An optional text. With `meta.needed` it is required while it is shown. */
export const optionalTextSetting = (
  meta: SettingMeta,
  ...checks: TextCheck[]
): z.ZodMiniOptional<z.ZodMiniString> =>
  customSetting(z.optional(z.string('Must be text').check(...checks)), meta);

/** Checks a text that is sent as a header value. */
export const singleWord: z.core.$ZodCheck<string> = z.regex(
  /^[\x21-\x7e]*$/,
  'Must not contain spaces or non-ASCII characters',
);

/** One of several choices, with their labels. The first is the default. */
export function choiceSetting<Value extends string>(
  meta: SettingMeta & { readonly choices: Readonly<Record<Value, string>> },
): z.ZodMiniPrefault<z.ZodMiniType<Value>> {
  const values = Object.keys(meta.choices);
  const isValue = (value: unknown): value is Value => typeof value === 'string' && values.includes(value);
  const schema = z.custom<Value>(isValue, `Must be one of: ${values.join(', ')}`);
  const [first] = values;
  return customSetting(z.prefault(schema, isValue(first) ? first : () => z.NEVER), meta);
}

/** A boolean that defaults to false. Also accepts `true`, `yes`, `on`, `1` and their opposites as text. */
export const flagSetting = (meta: SettingMeta): z.ZodMiniPrefault<z.ZodMiniType<boolean>> =>
  customSetting(
    z.prefault(
      z.union([z.boolean(), z.pipe(z.transform(flagOf), z.boolean())], 'Must be true or false'),
      false,
    ),
    meta,
  );

const YES = /^(?:true|yes|y|on|1|enabled)$/i;
const NO = /^(?:false|no|n|off|0|disabled)$/i;

/** The boolean that a text stands for. Smaller in the page than zod's own `stringbool`. */
const flagOf = (value: unknown): unknown =>
  typeof value !== 'string' || !(YES.test(value) || NO.test(value)) ? value : YES.test(value);

/** An optional object, or its JSON text. */
export const jsonSetting = <Value>(
  meta: SettingMeta,
  schema: z.ZodMiniType<Value>,
): z.ZodMiniOptional<z.ZodMiniType<Value>> =>
  customSetting(z.optional(z.pipe(z.transform(parseJson), schema)), meta);

const parseJson = (value: unknown, payload: z.core.ParsePayload): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    payload.issues.push({ code: 'custom', message: `Invalid JSON: ${reason}`, input: value });
    return z.NEVER;
  }
};

/** Checks that a config has all settings that are shown and `needed`. */
export const requiredWhenShown = (shape: z.core.$ZodShape): z.core.$ZodCheck<Record<string, unknown>> =>
  z.superRefine(
    (config, context) => {
      for (const [name, schema] of Object.entries(shape)) {
        const meta = metaOf(schema);
        if (meta?.needed !== true || !isSettingShown(meta, config) || (config[name] ?? '') !== '') continue;
        context.addIssue({ code: 'custom', path: [name], message: 'Required', input: config[name] });
      }
    },
    // Even if another field failed, to report all errors at once.
    { when: () => true },
  );

/** Whether a setting is shown, given the values of the others. */
export const isSettingShown = (
  { when }: { readonly when?: SettingMeta['when'] | undefined },
  values: Readonly<Record<string, unknown>>,
): boolean => Object.entries(when ?? {}).every(([name, value]) => values[name] === value);

/** An issue for each setting that has some, whose message begins with the setting. @param nameOf its name for people */
export const settingIssues = (
  issues: readonly Issue[],
  nameOf: (setting: string) => string = String,
): readonly Issue[] =>
  Object.entries(messagesByPath(issues)).map(([setting, messages]) => ({
    path: [setting],
    message: `${nameOf(setting)}: ${messages.join(', ')}`,
  }));
