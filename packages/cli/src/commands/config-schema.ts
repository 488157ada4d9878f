import { schemaFileSchema } from '@catbird/core';
import { defineCommand } from '../command.ts';
import { configSchema } from '../config/json-schema.ts';
import { EXIT } from '../exit-codes.ts';
import { choiceFlag } from '../flags/readers.ts';

const SCHEMAS = { config: configSchema, schema: schemaFileSchema };

const of = choiceFlag({
  help: 'Of what: the config files of catbird run, or schema files.',
  choices: ['config', 'schema'],
  group: 'Print',
  default: 'config',
});

/** `catbird config-schema`. */
export const configSchemaCommand = defineCommand({
  flags: {
    of,
  },
  notes:
    'Save it beside the config, and name it there: "$schema": "./catbird.schema.json". Editors then complete and check.',
  examples: [
    { line: 'catbird config-schema > catbird.schema.json', does: 'the schema for "$schema" in a config' },
    { line: 'catbird config-schema --of schema', does: 'that of a file that says what one event looks like' },
  ],
  async run({ of: asked = 'config' }, _operands, { out }) {
    await out.write(`${JSON.stringify(SCHEMAS[asked](), null, 2)}\n`);
    return EXIT.ok;
  },
});
