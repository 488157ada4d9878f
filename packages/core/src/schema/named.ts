import { findAlias } from '../generators/aliases.ts';
import { findType } from '../generators/catalogue.ts';
import { customGenerator } from '../generators/custom.ts';
import type { GeneratorType } from '../generators/generator.ts';
import type { Context } from './context.ts';
import { type JsonNode, plainValue } from './json.ts';
import { suggestion } from '../model/suggestion.ts';

/** A generator type as it was named in the text. */
export interface Named {
  readonly written: string;
  readonly type: GeneratorType;
  /** Makes of old arguments those of today. */
  readonly adapt?: ((given: readonly unknown[]) => readonly unknown[]) | undefined;
}

/** The type that a text names, by its name or an older one; undefined, and a finding, when there is none. */
export function findNamed(
  node: JsonNode,
  path: readonly string[],
  { custom, findings, names }: Context,
): Named | undefined {
  const place = { at: node, path: [...path, 'type'] };
  const written = plainValue(node);
  if (typeof written !== 'string') {
    findings.add({
      code: 'no-type',
      message: 'A type is a text',
      hint: 'Write "type": "string.uuid"',
      ...place,
    });
    return undefined;
  }
  const own = custom.get(written);
  const direct = own === undefined ? findType(written) : customGenerator(own);
  if (direct !== undefined) return { written, type: direct };
  const alias = findAlias(written);
  const type = alias && findType(alias.to);
  if (type === undefined) {
    const meant = suggestion(alias?.to ?? written, names);
    const hint =
      meant === undefined ? 'Choose one from the list that the editor offers' : `Did you mean ${meant}?`;
    findings.add({
      code: 'unknown-type',
      message: `${written}: No generator type has this name`,
      hint,
      ...place,
    });
    return undefined;
  }
  findings.add({
    code: 'alias',
    severity: 'note',
    message: `${written} is called ${type.name} today`,
    ...place,
  });
  return { written, type, adapt: alias?.args };
}
