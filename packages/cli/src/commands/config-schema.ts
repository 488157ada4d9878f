import { defineCommand } from '../command.ts';
import { configSchema } from '../config/json-schema.ts';
import { EXIT } from '../exit-codes.ts';

/** `catbird config-schema`. */
export const configSchemaCommand = defineCommand({
  flags: {},
  notes:
    'Save it beside the config, and name it there: "$schema": "./catbird.schema.json". Editors then complete and check.',
  examples: [
    { line: 'catbird config-schema > catbird.schema.json', does: 'the schema for "$schema" in a config' },
  ],
  async run(_values, _operands, { out }) {
    await out.write(`${JSON.stringify(configSchema(), null, 2)}\n`);
    return EXIT.ok;
  },
});
