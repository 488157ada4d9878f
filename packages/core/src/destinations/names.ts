import type { Destination } from './destination.ts';

/** The flag of a setting, without leading hyphens: `api-key` for `apiKey`. */
export const flagName = (setting: string): string =>
  setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The environment variable of a setting: `CATBIRD_AWS_SNS_TOPIC_ARN`. */
export const environmentName = ({ command }: Pick<Destination, 'command'>, setting: string): string =>
  `CATBIRD_${command}_${flagName(setting)}`.replaceAll('-', '_').toUpperCase();
