import { valueOf } from './elements.ts';
import type { FieldNode, FieldTree } from './fields.ts';
import { raw } from './layout.ts';
import { membersOf, type Scope } from './phrases.ts';

/** Reads fields as they are written, and what the words on them look up. */
export function scopeOf({ text, root, fields }: FieldTree): {
  readonly written: (field: FieldNode) => unknown;
  readonly scopeAt: (field: FieldNode) => Scope;
} {
  const written = ({ member }: FieldNode): unknown => JSON.parse(raw(text, member.value));
  const node = valueOf(root, '$entities');
  const entities = node === undefined ? {} : membersOf(JSON.parse(raw(text, node)));
  const scopeAt = ({ place }: FieldNode): Scope => ({
    entities,
    find(name) {
      let [beside, found] = [fields, fields.find((field) => field.name === name)];
      for (const index of place.slice(0, -1)) {
        beside = beside[index]?.children ?? [];
        found = beside.find((field) => field.name === name) ?? found;
      }
      return found && written(found);
    },
  });
  return { written, scopeAt };
}
