import { isSettingShown, settingsOf, type Setting } from '@catbird/core/destinations';
import type { Config } from '../../state/config.ts';
import { destinationOf, rateText } from '../../state/settings.ts';
import { timeLine } from '../../state/time-line.ts';
import type { State } from '../../state/state.ts';
import { countText } from '../../run/units.ts';

/** A value as people chose it. */
function valueText({ secret, kind, choices }: Setting, value: string): string {
  if (secret) return 'Set, not shown';
  if (kind === 'boolean') return value === 'true' ? 'Yes' : 'No';
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** The settings, without secrets. */
export function Configuration({ config, state }: { readonly config: Config; readonly state: State }) {
  const destination = destinationOf(config);
  const settings = settingsOf(destination)
    .filter((setting) => isSettingShown(setting, config.settings))
    .flatMap((setting) => {
      const value = config.settings[setting.name];
      return value === undefined ? [] : [[setting.label, valueText(setting, value)] as const];
    });
  const lines: readonly (readonly [string, string])[] = [
    ['Destination', destination.title],
    ...settings,
    ...(config.time?.['starts'] === undefined ? [['Events Per Second', rateText(config.eps)] as const] : []),
    ...(config.time === undefined ? [] : [['Time', timeLine(config.time)] as const]),
    ['Limit', config.limit < 0 ? 'No' : countText(config.limit)],
    ['Template', state.template],
    ['Seed', state.seed],
  ];
  return (
    <div className="config">
      <h3 className="block-h">Configuration</h3>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
