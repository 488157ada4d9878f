import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaFileSchema } from '@catbird/engine';
import { SCHEMA_ADDRESSES } from '@catbird/stream';
import { configSchema } from '../../../packages/cli/src/commands/config-schema.ts';

/** Writes the JSON Schemas that editors read, by their addresses. @param root the folder of the built page */
export function writeSchemas(root: string): void {
  mkdirSync(join(root, 'schema'), { recursive: true });
  const schemas = { config: configSchema(), schema: schemaFileSchema() };
  for (const name of ['config', 'schema'] as const) {
    const { $schema, ...schema } = schemas[name];
    const text = JSON.stringify({ $schema, $id: SCHEMA_ADDRESSES[name], ...schema }, null, 2);
    writeFileSync(join(root, 'schema', `${name}.json`), `${text}\n`);
  }
}
