import { durationText, PRESETS } from '@catbird/core/internal/time';
import { pointsOf } from './day-curve.ts';
import { FLAT_WEEK, readRate, type RateModel } from './rate-model.ts';

/** Names of the presets, with what they mean. */
export const PRESET_CHOICES = PRESETS.map(({ name, summary }) => ({ name, summary }));

/** The rate of a text that names a preset, or is JSON. */
export const modelOf = (text: string, eps: number): RateModel => presetOf(text, eps) ?? readRate(text);

/** The preset of a text: its name, or JSON with nothing else. */
export function presetName(text: string): string | undefined {
  const name = /^\s*\{\s*"preset"\s*:\s*"([^"]*)"\s*\}\s*$/.exec(text)?.[1] ?? text.trim();
  return PRESETS.find((preset) => preset.name === name)?.name;
}

/** A preset as the form shows it, with its stages in events per second. */
function presetOf(text: string, eps: number): RateModel | undefined {
  const preset = PRESETS.find(({ name }) => name === presetName(text));
  if (preset === undefined) return undefined;
  const { day, week, stages, bursts = [] } = preset.rate;
  if (stages !== undefined)
    return {
      kind: 'steps',
      steps: stages.map(([ms, factor]) => ({
        after: durationText(ms),
        eps: String(Number((factor * eps).toPrecision(12))),
      })),
    };
  if (day !== undefined && !('high' in day))
    return {
      kind: 'pattern',
      points: pointsOf(day),
      week: week?.map((factor) => String(Number((factor * 100).toPrecision(12)))) ?? FLAT_WEEK,
      holidays: '',
      offset: '',
    };
  return {
    kind: 'bursts',
    offset: '',
    bursts: bursts.map((burst) => ({
      repeat: 'at' in burst ? 'at' : 'every',
      when: 'at' in burst ? burst.at : durationText(burst.everyMs),
      for: durationText(burst.forMs),
      times: String(burst.times),
      rest: burst.rest === undefined ? '' : String(burst.rest),
      jitter: 'everyMs' in burst && burst.jitter !== undefined ? String(burst.jitter) : '',
    })),
  };
}
