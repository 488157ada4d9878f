import type { RequestLimits, RowFormat } from '@catbird/core/destinations';

/** The limits with the bytes that rows may have, where a file or the body of a request may have those of the limits. @param format absent: lines of JSON */
export function limitsWithin<Limits extends Pick<RequestLimits, 'bytes'>>(
  limits: Limits,
  format: Pick<RowFormat, 'head' | 'blocks'> | undefined,
): Limits & Pick<RequestLimits, 'bytesPerRow'> {
  const { factor, perRow, rest } = format?.blocks.growth ?? { factor: 1, perRow: 0, rest: 0 };
  const left = limits.bytes - rest - (format?.head?.length ?? 0);
  return {
    ...limits,
    bytes: Math.max(1, Math.floor(left / factor)),
    ...(perRow > 0 && { bytesPerRow: perRow }),
  };
}
