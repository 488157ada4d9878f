/** A schema that another one refers to by this name: the full name of an Avro type, or the path of a Protobuf import. */
export interface NamedSchema {
  readonly name: string;
  readonly text: string;
}

/** A schema in a registry. */
export interface RegistrySchema {
  /** As in the registry: JSON for Avro, a `.proto` file for Protobuf. */
  readonly text: string;
  /** The schemas that it refers to, and those that these refer to. Those that others refer to come first. */
  readonly references: readonly NamedSchema[];
}

/** The schema of rows in a registry. */
export interface Registered {
  /** Each row begins with it. From 1 to 2³¹ − 1. */
  readonly id: number;
  /** The schema that rows must fit. Absent: the one that the format makes, or that its settings give, has this id. */
  readonly schema?: RegistrySchema;
}
