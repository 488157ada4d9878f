import { factsOf, openRecording, type Field, type RecordingFacts, type Schema } from '@catbird/engine';
import { bytesOf } from '../files/recording-file.ts';
import { typesAgain, type TypePackage } from './package.ts';

/** A schema as plain data, for a thread of this process. */
export interface PlainSchema {
  /** Types of packages are without their functions, which `schemaFrom` puts back. */
  readonly schema: Omit<Schema, 'recording'>;
  readonly recording: RecordingFacts | undefined;
  /** The modules of these types. */
  readonly modules: readonly string[];
}

/** @param types that the schema may use */
export function plainSchema(
  { recording, ...schema }: Schema,
  types: readonly TypePackage[] = [],
): PlainSchema {
  return {
    schema: types.length === 0 ? schema : withTypes(schema, withoutFunctions),
    recording: recording && factsOf(recording),
    modules: types.map(({ path }) => path),
  };
}

/** The schema in a thread. It reads a recording from the file that the main thread has opened, and loads packages of types again. */
export async function schemaFrom({ schema: given, recording, modules }: PlainSchema): Promise<Schema> {
  const types = new Map((await typesAgain(modules)).map((type) => [type.name, type]));
  const schema = types.size === 0 ? given : withTypes(given, (type) => types.get(type.name) ?? type);
  if (recording?.file === undefined) return schema;
  return { ...schema, recording: openRecording(recording, bytesOf(recording.name, recording.file)) };
}

const withoutFunctions = (type: Custom): Custom =>
  // `schemaFrom` puts them back before the schema is used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(
    Object.entries(type).filter(([, value]) => typeof value !== 'function'),
  ) as unknown as Custom;

type Custom = NonNullable<Field['custom']>;

/** A schema with other definitions of the types of packages. */
function withTypes(
  { fields, entities, ...schema }: Omit<Schema, 'recording'>,
  change: (type: Custom) => Custom,
): Omit<Schema, 'recording'> {
  const changed = (field: Field): Field => ({
    ...field,
    ...(field.custom && { custom: change(field.custom) }),
    ...(field.fields && { fields: field.fields.map(changed) }),
    ...(field.specs && { specs: field.specs.map(changed) }),
  });
  return {
    ...schema,
    fields: fields.map(changed),
    ...(entities && {
      entities: entities.map((entity) => ({
        ...entity,
        key: changed(entity.key),
        fields: entity.fields.map(changed),
      })),
    }),
  };
}
