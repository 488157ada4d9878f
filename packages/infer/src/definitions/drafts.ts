import type { Draft, Finding, SchemaObject } from '../draft.ts';
import { LEFT_OUT, type Alternatives, type Choices } from '../choices.ts';
import type { Shape, Table } from './shape.ts';
import { fieldsOf, shapeReadings, structured } from './specs.ts';

/** A table of a definition as a schema of its own, whatever it refers to. */
export interface TableDraft {
  readonly name: string;
  /** The schema of the table. @param choices other readings of some fields. Default: none */
  readonly draft: (choices?: Choices) => Draft;
  /** Other readings of the fields, by path. */
  readonly alternatives: () => ReadonlyMap<string, Alternatives>;
}

/** Makes a draft of each table. */
export const draftsOf = (tables: readonly Table[]): TableDraft[] =>
  tables.map(({ name, fields }) => ({
    name,
    draft(choices = new Map()) {
      const findings: Finding[] = [];
      return { schema: schemaOf(fields, '', choices, findings), findings, rules: [] };
    },
    alternatives: () => new Map(alternativesOf(fields, '')),
  }));

const pathOf = ({ name, isList }: Shape, prefix: string): string =>
  `${prefix}${name}${isList === true ? '[]' : ''}`;

const isObject = ({ kind, fields = [], values = [] }: Shape): boolean =>
  kind === 'object' && fields.length > 0 && values.length === 0;

function schemaOf(
  shapes: readonly Shape[],
  prefix: string,
  choices: Choices,
  findings: Finding[],
): SchemaObject {
  const kept = shapes.filter((shape) => choices.get(pathOf(shape, prefix)) !== LEFT_OUT);
  return fieldsOf(kept, (shape) => {
    const path = pathOf(shape, prefix);
    const readings = isObject(shape) ? [] : shapeReadings(shape);
    const reading = readings.find(({ name }) => name === choices.get(path)) ?? readings[0];
    const spec = structured(shape, reading?.spec ?? { type: 'object' });
    const { kind } = shape;
    findings.push({
      path,
      kind,
      reason: reasonOf(shape),
      confidence: 1,
      spec,
      copied: [],
      copyable: [],
      categories: [],
    });
    if (!isObject(shape)) return spec;
    return { ...spec, fields: schemaOf(shape.fields ?? [], `${path}.`, choices, findings) };
  });
}

function alternativesOf(shapes: readonly Shape[], prefix: string): [string, Alternatives][] {
  return shapes.flatMap((shape): [string, Alternatives][] => {
    const path = pathOf(shape, prefix);
    if (isObject(shape)) return alternativesOf(shape.fields ?? [], `${path}.`);
    const [, ...others] = shapeReadings(shape);
    return others.length === 0 ? [] : [[path, { names: others.map(({ name }) => name), isAmbiguous: false }]];
  });
}

/** What a definition says about a field, as a sentence. */
function reasonOf(shape: Shape): string {
  const { isKey, isNullable, isOptional, isList } = shape;
  const words = [
    typeWords(shape),
    isList === true ? 'a list' : '',
    isKey === true ? 'a key: each row has its own' : '',
    isNullable === true && isKey !== true ? 'may be null' : '',
    isOptional === true && isKey !== true ? 'may be missing' : '',
  ];
  return words.filter((each) => each !== '').join(', ');
}

function typeWords({ kind, values = [], references, maxLength, min, max }: Shape): string {
  if (values.length > 0) return `One of ${values.length} ${values.length === 1 ? 'value' : 'values'}`;
  if (references !== undefined) return `Refers to ${references}`;
  const words = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  if (maxLength !== undefined) return `${words} of at most ${maxLength} characters`;
  if (min !== undefined && max !== undefined) return `${words} from ${min} to ${max}`;
  if (min !== undefined) return `${words} from ${min}`;
  return max === undefined ? words : `${words} up to ${max}`;
}
