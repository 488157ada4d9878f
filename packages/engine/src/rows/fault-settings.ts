import { described, nonEmpty, optional } from '../generators/families/params.ts';
import * as z from 'zod/mini';
import type { Result } from '../model/issue.ts';
import { isObject } from '../model/json.ts';
import { complaints } from '../schema/complaint.ts';
import { parseDuration } from '../time/duration.ts';
import { driftSettings } from './drift-settings.ts';

/** Members of faults that are durations: as people write them, and in milliseconds, as they are read and kept. */
export const FAULT_DURATIONS = [
  ['late', 'delay', 'delayMs'],
  ['offline', 'for', 'forMs'],
] as const;

/** Settings of faults with `{"delay": {"mean": "5m"}}` as `{"delayMs": {"mean": 300000}}`. What is no duration stays, which is an error. */
function inMilliseconds(settings: unknown): unknown {
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
function inGivenWords<Found extends { readonly path: readonly PropertyKey[]; readonly text: string }>(
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

/** The ways in which a line can be malformed. */
export const MALFORMED_KINDS = ['truncated', 'quote', 'comma', 'type', 'utf8'] as const;

/**
 * `truncated`: cut off; `quote`: a missing quotation mark; `comma`: a trailing comma; `type`: valid JSON, but one value has another
 * type; `utf8`: an invalid UTF-8 byte. All but `type` are invalid JSON.
 */
export type MalformedKind = (typeof MALFORMED_KINDS)[number];

const share = (description: string, most = 1) =>
  described(z.number().check(z.gte(0), z.lte(most)), `${description}, 0 to ${most}`);

/** People write a duration: see `inMilliseconds`. */
const ms = (description: string) =>
  described(
    z.number().check(z.gte(1), z.lte(3.2e11)),
    `${description}, such as 5m; a number is in milliseconds`,
  );

/** Settings of the faults in a stream, with descriptions for flags, forms and the reference. */
export const faultSettings = z.strictObject({
  duplicates: optional(
    z.strictObject({
      share: share('Share of rows to send twice', 0.9),
      within: optional(
        z.int().check(z.gte(1), z.lte(100_000)),
        'Maximum distance of the copy, in rows. Default 100',
      ),
    }),
    'Send some rows twice',
  ),
  late: optional(
    z.strictObject({
      share: share('Share of rows to send late'),
      delayMs: described(
        z.union([
          z
            .strictObject({ min: ms('Minimum delay'), max: ms('Maximum delay') })
            .check(z.refine(({ min, max }) => min <= max, 'min must be at most max')),
          z.strictObject({ mean: ms('Mean of an exponentially distributed delay') }),
        ]),
        'Delay: {"min", "max"}, all equally likely, or {"mean"}',
      ),
    }),
    'Give some rows an earlier event time',
  ),
  reordering: optional(
    z.strictObject({
      window: described(z.int().check(z.gte(2), z.lte(1_000_000)), 'Window size, in rows'),
      share: z.optional(share('Share of windows to shuffle. Default 1')),
    }),
    'Shuffle rows within windows',
  ),
  malformed: optional(
    z.strictObject({
      share: share('Share of rows to corrupt'),
      kinds: optional(
        z.array(z.enum(MALFORMED_KINDS)).check(z.minLength(1)),
        'Kinds of corruption, all equally likely. Default: all',
      ),
    }),
    'Corrupt some lines',
  ),
  dropped: optional(z.strictObject({ share: share('Share of rows to drop', 0.9) }), 'Never send some rows'),
  offline: optional(
    z.strictObject({
      by: described(nonEmpty, 'The field that names the device'),
      share: share('Share of devices that are offline at any time', 0.5),
      forMs: described(
        z
          .strictObject({ min: ms('Minimum length'), max: ms('Maximum length') })
          .check(z.refine(({ min, max }) => min <= max, 'min must be at most max')),
        'How long a device is offline, all lengths equally likely',
      ),
      lost: z.optional(share('Share of times offline whose rows are never sent. Default 0')),
    }),
    'Hold the rows of some devices while they are offline',
  ),
  drift: z.optional(driftSettings),
});

/** The faults in a stream and their frequency. Empty: none. */
export type Faults = z.infer<typeof faultSettings>;

/** Valid fault settings, or all issues with them. */
export type FaultsResult = Result<{ readonly faults: Faults }>;

/** Checks fault settings. Durations may be texts or milliseconds: `delay` is `delayMs`, and `for` is `forMs`. Never throws. */
export function parseFaults(settings: unknown): FaultsResult {
  const result = faultSettings.safeParse(inMilliseconds(settings), { jitless: true });
  if (result.success) return { ok: true, faults: result.data };
  const issues = complaints(result.error.issues, faultSettings, 'keys').map((complaint) => {
    const { unknown } = complaint;
    const said = unknown === undefined ? complaint.text : `${complaint.text}. ${unknown.hint}`;
    const { path, text } = inGivenWords({ path: complaint.path, text: said }, settings);
    return { path: unknown === undefined ? path : path.slice(0, -1), message: text };
  });
  return { ok: false, issues };
}
