import { z } from 'zod/mini';
import type { GeneratorType } from '../generators/generator.ts';

/** The part of JSON Schema that the arguments of types use. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

const WORDS: Readonly<Record<string, string>> = {
  integer: 'whole number',
  number: 'number',
  string: 'string',
  boolean: 'true or false',
  array: 'list',
  object: 'object',
};

const number = (x: number): string => x.toLocaleString('en');

function rangeOf({ minimum, exclusiveMinimum, maximum = Infinity }: Shape): readonly string[] {
  const isBounded = maximum < Number.MAX_SAFE_INTEGER;
  const lower =
    exclusiveMinimum === undefined
      ? minimum === undefined || minimum === Number.MIN_SAFE_INTEGER
        ? []
        : [isBounded ? `from ${number(minimum)}` : `at least ${number(minimum)}`]
      : [`greater than ${number(exclusiveMinimum)}`];
  return [[...lower, ...(isBounded ? [`to ${number(maximum)}`] : [])].join(' ')].filter(
    (text) => text !== '',
  );
}

function kindOf(shape: Shape): string {
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  if (shape.anyOf !== undefined) return [...new Set(shape.anyOf.map(kindOf))].join(' or ');
  if (Array.isArray(shape.type)) return shape.type.map((type) => WORDS[String(type)]).join(' or ');
  return WORDS[String(shape.type)] ?? 'any value';
}

/** The objects inside a union or an array. */
const objectsIn = (shape: Shape): readonly Shape[] =>
  shape.properties === undefined
    ? [...(shape.anyOf ?? []), ...(shape.items === undefined ? [] : [shape.items])].flatMap(objectsIn)
    : [shape];

function linesOf(name: string, shape: Shape, isRequired: boolean, indent: string): readonly string[] {
  const traits = [kindOf(shape), ...rangeOf(shape), ...(isRequired ? ['required'] : [])];
  const description = shape.description === undefined ? '' : `: ${shape.description}`;
  return [
    `${indent}- ${name} (${traits.join(', ')})${description}`,
    ...objectsIn(shape).flatMap((inner) => propertyLines(inner, `${indent}  `)),
  ];
}

const propertyLines = ({ properties = {}, required = [] }: Shape, indent: string): readonly string[] =>
  Object.entries(properties).flatMap(([name, shape]) =>
    linesOf(`\`${name}\``, shape, required.includes(name), indent),
  );

/** The arguments of a type as a Markdown list. Empty if it takes none. */
export function argumentLines({ params }: GeneratorType): string {
  // The parts that types use.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const list = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as Shape;
  return (list.prefixItems ?? [list.items ?? {}])
    .flatMap((shape) => shape.anyOf ?? [shape])
    .flatMap((shape) => {
      if (shape.properties !== undefined) return propertyLines(shape, '');
      return shape.type === undefined ? [] : linesOf(`A ${kindOf(shape)}`, shape, false, '');
    })
    .map((line) => line.replace(/- A (.*?) \(\1(?:, )?/, '- A $1 (').replace(' ()', ''))
    .join('\n');
}

/** A schema that shows a type. */
export const exampleSchemaOf = ({ name, example, exampleSchema }: GeneratorType): object =>
  exampleSchema ?? { value: { type: name, ...(example !== undefined && { params: example }) } };
