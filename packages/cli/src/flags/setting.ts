import { registrySettings } from '@catbird/formats';
import { settingsOf, type Setting } from '@catbird/send';
import type { Flag, Flags } from '@catbird/stream';
import { valueName } from '../destinations/setting-flags.ts';
import { variableOf } from './read.ts';

const CREDENTIALS = ['schemaRegistryUser', 'schemaRegistryPassword', 'schemaRegistryToken'];

/** Whether a setting of a format may be in the environment, too. */
export const isCredential = (setting: string): boolean => CREDENTIALS.includes(setting);

/** A setting of formats as a flag. Its value is checked with the others. @param of the formats that have it. Absent: all */
export const settingFlag = (
  setting: Setting,
  { of, group }: { readonly of?: readonly string[]; readonly group: string },
): Flag<string> => {
  const { name, help, example, kind, default: usual } = setting;
  return {
    help: [help, of && `For ${of.join(', ')}.`, example === undefined ? undefined : `Example: ${example}`]
      .filter((each) => each !== undefined)
      .join(' '),
    ...(kind === 'boolean' ? {} : { value: valueName(setting) }),
    group,
    ...(isCredential(name) && { env: [variableOf(name)] }),
    schema: kind === 'boolean' ? { type: 'boolean' } : kind === 'json' ? {} : { type: 'string' },
    ...(usual === undefined || kind === 'boolean' ? {} : { default: usual }),
    read: (text) => ({ ok: true, value: text }),
  };
};

const FOUND = ['schemaRegistry', ...CREDENTIALS, 'subject', 'schemaId'];

/** What finds a schema in a registry. */
export const registryFlags: Flags = Object.fromEntries(
  settingsOf(registrySettings)
    .filter(({ name }) => FOUND.includes(name))
    .map((setting) => [setting.name, settingFlag(setting, { group: 'Registry' })]),
);
