import type { Kind, Member } from '@catbird/engine';
import type { Table } from './naming.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The rows of a table as JSON Schema. */
export const jsonSchema = ({ name, members }: Table): string =>
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: name, ...objectOf(members) }, null, 2)}\n`;

const objectOf = (members: readonly Member[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(members.map(({ name, kind }) => [name, schemaOf(kind)])),
  required: members.filter(({ optional }) => optional !== true).map(({ name }) => name),
  additionalProperties: false,
});

function schemaOf(kind: Kind): Schema {
  if (kind.is === 'any') return {};
  const plain = plainOf(kind);
  if (kind.nullable !== true) return plain;
  const { type, enum: values } = plain;
  if (typeof type !== 'string') return { anyOf: [plain, { type: 'null' }] };
  return {
    ...plain,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as readonly unknown[]), null] }),
  };
}

function plainOf(kind: Kind): Schema {
  switch (kind.is) {
    case 'text':
      // Undefined members are not printed.
      return { type: 'string', enum: kind.values };
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'instant':
      return { type: 'string', format: 'date-time' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'integer':
      return { type: 'integer', minimum: kind.min, maximum: kind.max };
    case 'list':
      return { type: 'array', items: schemaOf(kind.of) };
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(kind.of) };
    case 'object':
      return objectOf(kind.members);
    case 'union':
      return { anyOf: kind.of.map(schemaOf) };
    default:
      return { type: kind.is };
  }
}
