import { type Schema, type SidePlan, issuesIn, type Result } from '@catbird/engine';
import { metaOf } from '@catbird/send';
import { rowFieldIssues, sidesFor } from '@catbird/stream';
import type { ParsedTarget } from './run-protocol.ts';

/** What the settings of a target put beside the rows: routes, keys, headers and times. */
export function besideRows(
  schema: Schema,
  { destination, config }: ParsedTarget,
): Result<{ readonly sides: SidePlan }> {
  const shape: Readonly<Record<string, Parameters<typeof metaOf>[0]>> = destination.config.shape;
  const nameOf = (setting: string): string => {
    const schemaOf = shape[setting];
    return (schemaOf && metaOf(schemaOf)?.label) ?? setting;
  };
  const named = { destination, nameOf };
  const read = sidesFor(named, schema, config);
  const issues = [...rowFieldIssues(named, schema, config), ...issuesIn(read)];
  return issues.length > 0 || !read.ok ? { ok: false, issues } : { ok: true, sides: read.sides };
}
