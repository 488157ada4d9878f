import * as z from 'zod/mini';
import type { SettingMeta } from './destination.ts';

const metas = z.registry<SettingMeta>();

/** Attaches what a person needs to know of a setting to the schema of its value. */
export function customSetting<Schema extends z.ZodMiniType>(schema: Schema, meta: SettingMeta): Schema {
  metas.add(schema, meta);
  return schema;
}

/** What `customSetting` attached; undefined for a schema that is no setting. */
export const metaOf = (schema: z.core.$ZodType): SettingMeta | undefined => metas.get(schema);

type TextCheck = z.core.$ZodCheck<string> | z.core.CheckFn<string>;

/** A text that must be given. */
export const textSetting = (meta: SettingMeta, ...checks: TextCheck[]): z.ZodMiniString =>
  customSetting(
    z.string('Required').check(z.minLength(1, { error: 'Required', abort: true }), ...checks),
    meta,
  );

/** A text that may be left out. With `meta.needed` it must be given while it is shown. */
export const optionalTextSetting = (
  meta: SettingMeta,
  ...checks: TextCheck[]
): z.ZodMiniOptional<z.ZodMiniString> =>
  customSetting(z.optional(z.string('Must be text').check(...checks)), meta);

/** A check of a text that goes into a header as it is. */
export const singleWord: z.core.$ZodCheck<string> = z.regex(
  /^[\x21-\x7e]*$/,
  'Must be one word, without spaces or letters beyond ASCII',
);

/** One of a few values, given with their names for people. The first is the default. */
export function choiceSetting<Value extends string>(
  meta: SettingMeta & { readonly choices: Readonly<Record<Value, string>> },
): z.ZodMiniPrefault<z.ZodMiniType<Value>> {
  const values = Object.keys(meta.choices);
  const isValue = (value: unknown): value is Value => typeof value === 'string' && values.includes(value);
  const schema = z.custom<Value>(isValue, `Must be one of: ${values.join(', ')}`);
  const [first] = values;
  return customSetting(z.prefault(schema, isValue(first) ? first : () => z.NEVER), meta);
}

/** Yes or no, off unless said otherwise. Understands `true`, `yes`, `on`, `1` and their opposites as text. */
export const flagSetting = (meta: SettingMeta): z.ZodMiniPrefault<z.ZodMiniType<boolean>> =>
  customSetting(z.prefault(z.union([z.boolean(), z.stringbool()], 'Must be true or false'), false), meta);

/** An object, given as such or as JSON text; may be left out. */
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
    const why = error instanceof Error ? error.message : String(error);
    payload.issues.push({ code: 'custom', message: `Must be JSON: ${why}`, input: value });
    return z.NEVER;
  }
};

/** A check for a whole config: a setting that is shown and `needed` must be given. */
export const requiredWhenShown = (shape: z.core.$ZodShape): z.core.$ZodCheck<Record<string, unknown>> =>
  z.superRefine(
    (config, context) => {
      for (const [name, schema] of Object.entries(shape)) {
        const meta = metaOf(schema);
        if (meta?.needed !== true || !isSettingShown(meta, config) || (config[name] ?? '') !== '') continue;
        context.addIssue({ code: 'custom', path: [name], message: 'Required', input: config[name] });
      }
    },
    // Also when another field failed: all errors are told at once.
    { when: () => true },
  );

/** Whether a setting is shown beside these values of the others. */
export const isSettingShown = (
  { when }: { readonly when?: SettingMeta['when'] | undefined },
  values: Readonly<Record<string, unknown>>,
): boolean => Object.entries(when ?? {}).every(([name, value]) => values[name] === value);
