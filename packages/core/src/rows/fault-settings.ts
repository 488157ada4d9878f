import { z } from 'zod/mini';
import { complaints } from '../schema/complaint.ts';

/** The ways in which a line is spoiled. */
export const MALFORMED_KINDS = ['truncated', 'quote', 'comma', 'type', 'utf8'] as const;

/**
 * `truncated`: cut off; `quote`: a quotation mark is missing; `comma`: one too many, at the end; `type`: still JSON, but a value is of
 * another type; `utf8`: a byte that UTF-8 does not have. All but `type` are no JSON.
 */
export type MalformedKind = (typeof MALFORMED_KINDS)[number];

const share = (meaning: string, most = 1) =>
  z.number().check(z.gte(0), z.lte(most), z.describe(`${meaning}, 0 to ${most}`));

const ms = (meaning: string) =>
  z.number().check(z.gte(1), z.lte(3.2e11), z.describe(`${meaning}, in milliseconds`));

/** Settings of what goes wrong in a stream, with descriptions: for flags, forms and the reference. */
export const faultSettings = z.strictObject({
  duplicates: z.optional(
    z
      .strictObject({
        share: share('Share of the rows that are sent again', 0.9),
        within: z.optional(
          z.int().check(z.gte(1), z.lte(100_000), z.describe('At most so many rows later. Default 100')),
        ),
      })
      .check(z.describe('Rows that are sent twice')),
  ),
  late: z.optional(
    z
      .strictObject({
        share: share('Share of the rows that are late'),
        delayMs: z
          .union([
            z
              .strictObject({ min: ms('Least delay'), max: ms('Longest delay') })
              .check(z.refine(({ min, max }) => min <= max, 'min must be at most max')),
            z.strictObject({ mean: ms('Average of an exponential distribution') }),
          ])
          .check(z.describe('By how much: {"min", "max"}, all equally likely, or {"mean"}')),
      })
      .check(z.describe('Rows whose event time lies back')),
  ),
  reordering: z.optional(
    z
      .strictObject({
        window: z
          .int()
          .check(z.gte(2), z.lte(1_000_000), z.describe('Rows that change places among themselves')),
        share: z.optional(share('Share of the windows in which they do. Default 1')),
      })
      .check(z.describe('Rows that come in another order')),
  ),
  malformed: z.optional(
    z
      .strictObject({
        share: share('Share of the rows that are spoiled'),
        kinds: z.optional(
          z
            .array(z.enum(MALFORMED_KINDS))
            .check(z.minLength(1), z.describe('The ways, all equally likely. Default: all of them')),
        ),
      })
      .check(z.describe('Lines that are no row of the schema')),
  ),
  dropped: z.optional(
    z
      .strictObject({ share: share('Share of the rows that are left out', 0.9) })
      .check(z.describe('Rows that are never sent')),
  ),
});

/** What goes wrong in a stream, and how often. Empty: nothing. */
export type Faults = z.infer<typeof faultSettings>;

/** Faults as settings say, or all that is wrong with these, each at its place. */
export type FaultsResult =
  | { readonly ok: true; readonly faults: Faults }
  | { readonly ok: false; readonly problems: readonly FaultProblem[] };

/** What is wrong with settings of faults. */
export interface FaultProblem {
  /** Keys from the outside in: `['late', 'delayMs']`. */
  readonly path: readonly PropertyKey[];
  /** One sentence. */
  readonly text: string;
}

/** Checks settings of faults that a person wrote. Never throws. */
export function parseFaults(settings: unknown): FaultsResult {
  const result = faultSettings.safeParse(settings, { jitless: true });
  if (result.success) return { ok: true, faults: result.data };
  const problems = complaints(result.error.issues, faultSettings, 'keys').map(({ path, text, unknown }) => ({
    path: unknown === undefined ? path : path.slice(0, -1),
    text: unknown === undefined ? text : `${text}. ${unknown.hint}`,
  }));
  return { ok: false, problems };
}
