import type { Kind, Member } from '../model/kind.ts';
import type { Recording } from '../model/recording.ts';
import type { Field, Schema } from '../model/schema.ts';

/** The schema of recorded rows. @param members what a scan found */
export const recordedSchema = (members: readonly Member[], recording: Recording): Schema => ({
  fields: members.map(fieldOf),
  recording,
});

/** The share of rows without a member is not counted: only whether there are any. */
const SOME = 0.5;

function fieldOf({ name, kind, optional }: Member): Field {
  return {
    name,
    type: 'recorded',
    args: [],
    ...(optional === true && { missing: SOME }),
    ...(isObject(kind) ? { fields: kind.members.map(fieldOf) } : { recorded: kind }),
  };
}

/** An object in every row that has it. One that may be null, or another value, is a single field. */
const isObject = (kind: Kind): kind is Kind & { readonly is: 'object' } =>
  kind.is === 'object' && kind.nullable !== true && kind.members.length > 0;

/** The schema with the members of rows in the order of the fields, as formats with columns need it. */
export const inFieldOrder = (schema: Schema): Schema =>
  schema.recording === undefined
    ? schema
    : { ...schema, recording: { ...schema.recording, isOrdered: true } };
