import type * as z from 'zod/mini';
import type { Result, Member } from '@catbird/engine';
import { parseConfig, settingsOf, type Setting, settingIssues, type FormatShape } from '@catbird/send';
import type { Format, FormatPlan } from './format.ts';
import type { SchemaType } from './registry.ts';
import type { Registered } from './registry-schema.ts';

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
   */
  plan(
    members: readonly Member[],
    input: Readonly<Record<string, unknown>>,
    registered?: Registered,
  ): Promise<Result<FormatPlan>>;
}

/** How the schemas of a format are in a registry. */
export interface RegistryKind {
  readonly type: SchemaType;
  /** The setting with the full name of the record. Default of its value: Event. */
  readonly nameSetting: string;
}

/** A format by its parts. Its code loads when it plans. */
export function choice<Config>(parts: {
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
    async plan(members, input, registered) {
      const result = parseConfig({ config }, input);
      return result.ok
        ? (await load()).plan(members, result.config, registered)
        : { ok: false, issues: settingIssues(result.issues) };
    },
  };
}
