import { growingIn, type SchemaIssue, type Schema } from '@catbird/engine';

/** The issue of a schema that draws entities that grow, if its events have the clock's times. */
export function growthIssue(content: string, schema: Schema): SchemaIssue | undefined {
  const [entity] = growingIn(schema);
  if (entity === undefined) return undefined;
  const declared = Math.max(0, content.indexOf(JSON.stringify(entity.name)));
  const offset = Math.max(0, content.indexOf('"grow"', declared));
  const lines = content.slice(0, offset).split('\n');
  return {
    code: 'entity',
    severity: 'error',
    message: `Entity ${entity.name} grows in event time, but events have the clock’s time`,
    hint: 'In the settings, under Time and rate, choose even Arrivals or a Start in the past',
    path: ['$entities', entity.name, 'grow'],
    line: lines.length,
    column: (lines.at(-1) ?? '').length + 1,
    offset,
    length: '"grow"'.length,
  };
}
