import { renameField, type Renamed } from '@catbird/engine';
import type { RenameRequest } from './schema-protocol.ts';

/** A schema text in which a field has another name; undefined if it has no such field. Loaded when a field is renamed. */
export const renamed = ({ content, path, name }: RenameRequest): Renamed | undefined =>
  renameField(content, path, name);
