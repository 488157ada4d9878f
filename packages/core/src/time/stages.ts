import { MAX_POINTS, MAX_RATE, NEVER } from './bounds.ts';
import { durationOf, elementsOf, numberOf, placeAt, problem, type Place } from './place.ts';

type Stage = readonly [afterMs: number, eps: number];

/** Stages: pairs of a time and events per second, in order of time. */
export function stagesOf(place: Place): readonly Stage[] | undefined {
  const elements = elementsOf(place, { least: 1, most: MAX_POINTS, noun: 'stages' });
  if (elements === undefined) return undefined;
  const stages: Stage[] = [];
  for (const [index, element] of elements.entries()) {
    const stage = stageOf(placeAt(place, element, index, `Stage ${index + 1}`), stages.at(-1)?.[0] ?? 0);
    if (stage !== undefined) stages.push(stage);
  }
  if (stages.length < elements.length) return undefined;
  return hasEvents(stages) ? stages : problem(place, `must have a rate above 0: ${NEVER}`);
}

function stageOf(place: Place, earliestMs: number): Stage | undefined {
  const { value, name } = place;
  if (!Array.isArray(value) || value.length !== 2)
    return problem(place, 'must be a pair of a time and events per second, such as ["10m", 500]');
  const time = placeAt(place, value[0], 0, `Time of ${name.toLowerCase()}`);
  const afterMs = durationOf(time, 0);
  const eps = numberOf(placeAt(place, value[1], 1, `Rate of ${name.toLowerCase()}`), 0, MAX_RATE);
  if (afterMs !== undefined && afterMs < earliestMs)
    return problem(time, 'must not be before the time of the stage above it');
  return afterMs === undefined || eps === undefined ? undefined : [afterMs, eps];
}

/** Whether the rate is above 0 for some time: at the end, or before or after a stage at another time. */
const hasEvents = (stages: readonly Stage[]): boolean =>
  stages.some(([afterMs, eps], index) => {
    const [before, after] = [stages[index - 1], stages[index + 1]];
    return (
      eps > 0 && ((before !== undefined && before[0] < afterMs) || after === undefined || after[0] > afterMs)
    );
  });
