/** A type of a single value. */
export type ProtoScalar =
  | 'double'
  | 'float'
  | 'int32'
  | 'int64'
  | 'uint32'
  | 'uint64'
  | 'sint32'
  | 'sint64'
  | 'fixed32'
  | 'fixed64'
  | 'sfixed32'
  | 'sfixed64'
  | 'bool'
  | 'string'
  | 'bytes';

/** A type of a field. */
export type ProtoType =
  | { readonly is: ProtoScalar }
  | { readonly is: 'timestamp' }
  | { readonly is: 'enum'; readonly name: string; readonly values: Readonly<Record<string, number>> }
  | { readonly is: 'message'; readonly message: ProtoMessage }
  | { readonly is: 'map'; readonly of: ProtoType };

/** A field of a message. */
export interface ProtoField {
  readonly name: string;
  readonly number: number;
  readonly type: ProtoType;
  readonly isRepeated: boolean;
  /** Its numbers stand in one block. */
  readonly isPacked: boolean;
  readonly isRequired: boolean;
  /** Names by which rows may call it, besides its own. */
  readonly otherName?: string;
}

/** A message. Fields that are one of a kind have the same `oneof`. */
export interface ProtoMessage {
  readonly name: string;
  readonly fields: readonly ProtoField[];
  /** Fields of which one is set, by the name that they have together in rows. */
  readonly oneofs: Readonly<Record<string, readonly ProtoField[]>>;
}
