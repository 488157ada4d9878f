import type { StreamSpec } from './spec.ts';

/** A format that is not the one that the settings imply. It holds, but it may be a mistake. */
export function formatNotes({ destination, settings, options, optionOf }: StreamSpec): readonly string[] {
  const implied = destination.impliedFormat?.(settings);
  const { name = implied } = options.format ?? {};
  if (implied === undefined || implied === name) return [];
  return [`The name of the file implies ${implied}, but its rows are ${name}, as ${optionOf('format')} says`];
}
