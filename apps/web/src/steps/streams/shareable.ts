import { NODE_DESTINATIONS } from '@catbird/core/config';
import { destinations, environmentName, settingsOf } from '@catbird/core/destinations';
import { isHere, type OpenedConfig } from '../../state/streams.ts';

/** A config that may be given away. */
export interface ShareableConfig {
  readonly name: string;
  readonly text: string;
}

type Mapping = Readonly<Record<string, unknown>>;

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The config as it was opened; if it holds credentials, as JSON with variables in their place. */
export function shareable({ name, text }: OpenedConfig, value: unknown): ShareableConfig {
  if (!isMapping(value)) return { name, text };
  const top = value['destination'];
  const streams = value['streams'];
  const without: Mapping = {
    ...withoutSecrets(value, top),
    ...(isMapping(streams) && {
      streams: Object.fromEntries(
        Object.entries(streams).map(([stream, own]) => [
          stream,
          isMapping(own) ? withoutSecrets(own, own['destination'] ?? top) : own,
        ]),
      ),
    }),
  };
  if (JSON.stringify(without) === JSON.stringify(value)) return { name, text };
  return { name: name.replace(/\.ya?ml$/i, '.json'), text: `${JSON.stringify(without, null, 2)}\n` };
}

function withoutSecrets(part: Mapping, destination: unknown): Mapping {
  const { settings } = part;
  const found = [...destinations, ...NODE_DESTINATIONS].find(
    ({ name, command }) => name === destination || command === destination,
  );
  if (found === undefined || !isMapping(settings)) return part;
  const isSecret = isHere(found) ? secretsOf(found) : looksSecret;
  return {
    ...part,
    settings: Object.fromEntries(
      Object.entries(settings).map(([setting, value]) => [
        setting,
        isSecret(setting, value) && !hasVariable(value) ? `\${${environmentName(found, setting)}}` : value,
      ]),
    ),
  };
}

const secretsOf = (destination: Parameters<typeof settingsOf>[0]): ((setting: string) => boolean) => {
  const names = new Set(settingsOf(destination).flatMap(({ name, secret }) => (secret ? [name] : [])));
  return (setting) => names.has(setting);
};

/** Of a destination that the page lacks, names and addresses tell. */
const looksSecret = (setting: string, value: unknown): boolean =>
  /pass|secret|token|key$|credential/i.test(setting) ||
  (typeof value === 'string' && /:\/\/[^/@]*:[^/@]*@/.test(value));

const hasVariable = (value: unknown): boolean => /(?<!\$)\$\{\w+\}/.test(JSON.stringify(value) ?? '');
