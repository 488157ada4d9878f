import { schemaFileSchema } from '@catbird/core';
import { defineCommand } from '../command.ts';
import { configSchema } from '../config/json-schema.ts';
import { EXIT } from '../exit-codes.ts';
import { choiceFlag } from '../flags/readers.ts';

const SCHEMAS = { config: configSchema, schema: schemaFileSchema };

const of = choiceFlag({
  help: 'What to describe: config files of catbird run, or schema files.',
  choices: ['config', 'schema'],
  group: 'Print',
  default: 'config',
});

/** `catbird config-schema`. */
export const configSchemaCommand = defineCommand({
  flags: { of },
  notes:
    'Save it next to the config and refer to it with "$schema": "./catbird.schema.json". Editors then complete and check the config.',
  examples: [
    { line: 'catbird config-schema > catbird.schema.json', does: 'save the JSON Schema of config files' },
    { line: 'catbird config-schema --of schema', does: 'print the JSON Schema of schema files' },
  ],
  async run({ of: kind = 'config' }, _operands, { out }) {
    await out.write(`${JSON.stringify(SCHEMAS[kind](), null, 2)}\n`);
    return EXIT.ok;
  },
});
