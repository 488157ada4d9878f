import { isSettingShown, settingsOf } from '@catbird/core/destinations';
import type { Config } from '../../state/config.ts';
import { destinationOf, rateText } from '../../state/settings.ts';
import { timeLine } from '../../state/time-line.ts';
import type { State } from '../../state/state.ts';
import { countText } from './units.ts';

/** The settings, without secrets. */
export function Configuration({ config, state }: { readonly config: Config; readonly state: State }) {
  const destination = destinationOf(config);
  const settings = settingsOf(destination)
    .filter((setting) => isSettingShown(setting, config.settings))
    .flatMap(({ name, label, secret, choices }) => {
      const value = config.settings[name];
      if (value === undefined) return [];
      const text = choices.find((choice) => choice.value === value)?.label ?? value;
      return [[label, secret ? 'Set, not shown' : text] as const];
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
