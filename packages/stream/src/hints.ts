import { deliveryFlags } from './config/stream-flags.ts';
import { type Destination, hinted, type DeliveryError, environmentName, flagName } from '@catbird/send';

/** Rewrites the hints of a destination, which name flags and variables of the command line, for a program: as keys of its options. */
export function programHints(
  destination: Pick<Destination, 'command' | 'config'>,
): <Given extends DeliveryError | undefined>(error: Given) => Given | DeliveryError {
  const settings = Object.keys(destination.config.shape);
  const names = new Map([
    ...Object.keys(deliveryFlags).map((name) => [`--${flagName(name)}`, `delivery.${name}`] as const),
    ...settings.flatMap((name) => [
      [`--${flagName(name)}`, `settings.${name}`] as const,
      [environmentName(destination, name), `settings.${name}`] as const,
    ]),
  ]);
  const rewritten = (hint: string): string =>
    hint.replaceAll(/--[a-z][a-z-]*|CATBIRD_[A-Z_]+/g, (name) => names.get(name) ?? name);
  return (error) => (error?.hint === undefined ? error : hinted(error, rewritten(error.hint)));
}
