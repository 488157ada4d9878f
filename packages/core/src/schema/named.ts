import { findAlias } from '../generators/aliases.ts';
import { findType } from '../generators/catalogue.ts';
import { customGenerator } from '../generators/families/custom.ts';
import type { GeneratorType } from '../generators/generator.ts';
import type { Context } from './context.ts';
import { type JsonNode, plainValue } from './json.ts';
import { typeHint } from './hints.ts';

/** A generator type as named in the schema text. */
export interface Named {
  readonly written: string;
  readonly type: GeneratorType;
  /** Converts the arguments of an old name. */
  readonly adapt?: ((given: readonly unknown[]) => readonly unknown[]) | undefined;
}

/** Looks up a type by its current or old name. Reports an unknown type and returns undefined. */
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
      message: 'type must be a string',
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
    findings.add({
      code: 'unknown-type',
      message: `${written}: Unknown generator type`,
      hint: typeHint(alias?.to ?? written, names),
      ...place,
    });
    return undefined;
  }
  findings.add({
    code: 'alias',
    severity: 'note',
    message: `${written} is now called ${type.name}`,
    ...place,
  });
  return { written, type, adapt: alias?.args };
}
