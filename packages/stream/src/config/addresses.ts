import { isConfig } from './read-streams.ts';

/** Where the site has the JSON Schemas of configs and of schema files, for editors. */
export const SCHEMA_ADDRESSES = {
  config: 'https://catbird-data.github.io/catbird/schema/config.json',
  schema: 'https://catbird-data.github.io/catbird/schema/schema.json',
} as const;

/** A config or a schema with the address of its JSON Schema, which editors read. */
export const withAddress = (written: object): Readonly<Record<string, unknown>> => ({
  $schema: SCHEMA_ADDRESSES[isConfig(written) ? 'config' : 'schema'],
  ...written,
});
