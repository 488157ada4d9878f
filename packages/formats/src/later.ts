/** Loads what writes keys of Kafka records in Avro. */
export const loadAvroKey = () => import('./avro-key.ts');

/** Loads what plans formats by a schema registry. */
export const loadInRegistry = () => import('./in-registry.ts');

/** Loads what writes rows in a format, and definitions. */
export const loadFormats = () => import('./loaded.ts');
