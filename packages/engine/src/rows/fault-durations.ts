import { parseDuration } from '../time/duration.ts';
import { isObject } from '../model/json.ts';

/** Members of faults that are durations: as people write them, and in milliseconds, as they are read and kept. */
export const FAULT_DURATIONS = [
  ['late', 'delay', 'delayMs'],
  ['offline', 'for', 'forMs'],
] as const;

/** Settings of faults with `{"delay": {"mean": "5m"}}` as `{"delayMs": {"mean": 300000}}`. What is no duration stays, which is an error. */
export function inMilliseconds(settings: unknown): unknown {
  if (!isObject(settings)) return settings;
  const all = { ...settings };
  for (const [fault, name, key] of FAULT_DURATIONS) {
    const given = all[fault];
    if (!isObject(given) || (name in given && key in given)) continue;
    const { [name]: now, [key]: former, ...others } = given;
    const length = now ?? former;
    if (length !== undefined) all[fault] = { ...others, [key]: eachInMs(length) };
  }
  return all;
}

function eachInMs(value: unknown): unknown {
  if (typeof value === 'string') return parseDuration(value) ?? value;
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([part, each]) => [part, eachInMs(each)]))
    : value;
}

/** Issues of settings in milliseconds, in the words of those that people gave. */
export function inGivenWords<Found extends { readonly path: readonly PropertyKey[]; readonly text: string }>(
  issue: Found,
  settings: unknown,
): Found {
  const [fault] = issue.path;
  const found = FAULT_DURATIONS.find(([each]) => each === fault);
  const given = isObject(settings) ? settings[String(fault)] : undefined;
  if (found === undefined || (isObject(given) && found[2] in given)) return issue;
  const [, name, inMs] = found;
  const named = issue.text.replaceAll(inMs, name);
  const isLength = issue.path.length > 2;
  const text = isLength
    ? named.replace(/ must be a number$/, ' must be a duration such as 30s or 5m')
    : named;
  return { ...issue, text, path: issue.path.map((each) => (each === inMs ? name : each)) };
}
