import type { Result } from '../model/issue.ts';
import { z } from 'zod/mini';
import { complaints } from '../schema/complaint.ts';
import { driftSettings } from './drift-settings.ts';
import { inGivenWords, inMilliseconds } from './fault-durations.ts';

/** The ways in which a line can be malformed. */
export const MALFORMED_KINDS = ['truncated', 'quote', 'comma', 'type', 'utf8'] as const;

/**
 * `truncated`: cut off; `quote`: a missing quotation mark; `comma`: a trailing comma; `type`: valid JSON, but one value has another
 * type; `utf8`: an invalid UTF-8 byte. All but `type` are invalid JSON.
 */
export type MalformedKind = (typeof MALFORMED_KINDS)[number];

const share = (description: string, most = 1) =>
  z.number().check(z.gte(0), z.lte(most), z.describe(`${description}, 0 to ${most}`));

/** People write a duration: see `inMilliseconds`. */
const ms = (description: string) =>
  z
    .number()
    .check(z.gte(1), z.lte(3.2e11), z.describe(`${description}, such as 5m; a number is in milliseconds`));

/** Settings of the faults in a stream, with descriptions for flags, forms and the reference. */
export const faultSettings = z.strictObject({
  duplicates: z.optional(
    z
      .strictObject({
        share: share('Share of rows to send twice', 0.9),
        within: z.optional(
          z
            .int()
            .check(
              z.gte(1),
              z.lte(100_000),
              z.describe('Maximum distance of the copy, in rows. Default 100'),
            ),
        ),
      })
      .check(z.describe('Send some rows twice')),
  ),
  late: z.optional(
    z
      .strictObject({
        share: share('Share of rows to send late'),
        delayMs: z
          .union([
            z
              .strictObject({ min: ms('Minimum delay'), max: ms('Maximum delay') })
              .check(z.refine(({ min, max }) => min <= max, 'min must be at most max')),
            z.strictObject({ mean: ms('Mean of an exponentially distributed delay') }),
          ])
          .check(z.describe('Delay: {"min", "max"}, all equally likely, or {"mean"}')),
      })
      .check(z.describe('Give some rows an earlier event time')),
  ),
  reordering: z.optional(
    z
      .strictObject({
        window: z.int().check(z.gte(2), z.lte(1_000_000), z.describe('Window size, in rows')),
        share: z.optional(share('Share of windows to shuffle. Default 1')),
      })
      .check(z.describe('Shuffle rows within windows')),
  ),
  malformed: z.optional(
    z
      .strictObject({
        share: share('Share of rows to corrupt'),
        kinds: z.optional(
          z
            .array(z.enum(MALFORMED_KINDS))
            .check(z.minLength(1), z.describe('Kinds of corruption, all equally likely. Default: all')),
        ),
      })
      .check(z.describe('Corrupt some lines')),
  ),
  dropped: z.optional(
    z.strictObject({ share: share('Share of rows to drop', 0.9) }).check(z.describe('Never send some rows')),
  ),
  offline: z.optional(
    z
      .strictObject({
        by: z.string().check(z.minLength(1), z.describe('The field that names the device')),
        share: share('Share of devices that are offline at any time', 0.5),
        forMs: z.strictObject({ min: ms('Minimum length'), max: ms('Maximum length') }).check(
          z.refine(({ min, max }) => min <= max, 'min must be at most max'),
          z.describe('How long a device is offline, all lengths equally likely'),
        ),
        lost: z.optional(share('Share of times offline whose rows are never sent. Default 0')),
      })
      .check(z.describe('Hold the rows of some devices while they are offline')),
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
