import * as z from 'zod/mini';
import type { GeneratorType } from '../generators/generator.ts';
import { isObject } from '../model/json.ts';

/** The part of JSON Schema that the arguments of types use. */
interface ParamSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly ParamSchema[];
  readonly items?: ParamSchema;
  readonly prefixItems?: readonly ParamSchema[];
  readonly properties?: Readonly<Record<string, ParamSchema>>;
  readonly additionalProperties?: ParamSchema | boolean;
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

function rangeOf({ minimum, exclusiveMinimum, maximum = Infinity }: ParamSchema): readonly string[] {
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

function kindOf(shape: ParamSchema): string {
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  if (shape.anyOf !== undefined) return [...new Set(shape.anyOf.map(kindOf))].join(' or ');
  if (Array.isArray(shape.type)) return shape.type.map((type) => WORDS[String(type)]).join(' or ');
  return WORDS[String(shape.type)] ?? 'any value';
}

/** The objects inside a union or an array. */
const objectsIn = (shape: ParamSchema): readonly ParamSchema[] =>
  shape.properties === undefined
    ? [...(shape.anyOf ?? []), ...(shape.items === undefined ? [] : [shape.items])].flatMap(objectsIn)
    : [shape];

function linesOf(name: string, shape: ParamSchema, isRequired: boolean, indent: string): readonly string[] {
  const traits = [kindOf(shape), ...rangeOf(shape), ...(isRequired ? ['required'] : [])];
  const description = shape.description === undefined ? '' : `: ${shape.description}`;
  return [
    `${indent}- ${name} (${traits.join(', ')})${description}`,
    ...objectsIn(shape).flatMap((inner) => propertyLines(inner, `${indent}  `)),
  ];
}

const propertyLines = ({ properties = {}, required = [] }: ParamSchema, indent: string): readonly string[] =>
  Object.entries(properties).flatMap(([name, shape]) =>
    linesOf(`\`${name}\``, shape, required.includes(name), indent),
  );

/** The arguments of a type as a Markdown list. Empty if it takes none. */
export function argumentLines({ params }: GeneratorType): string {
  // The parts that types use.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const list = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as ParamSchema;
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

/**
 * What a value can be, as far as a form needs to know.
 *
 * - `number`: a number from `min` to `max`, inclusive; `isWhole`: without decimals
 * - `extent`: a number, or a range `{"min": 1, "max": 5}`
 * - `choice`: one of these texts
 * - `list`: a list of any values, `texts` one of texts
 * - `weighted`: a list of `{"weight": 3, "value": "a"}`
 * - `field`: the name of another field
 * - `record`: an object with a value for each key, of which the schema does not know the keys.
 *   `isNested`: its values may be such objects themselves; `orText`: a text may stand in its place
 * - `other`: anything else
 */
export type ValueShape =
  | {
      readonly kind: 'number';
      readonly isWhole?: boolean;
      readonly min?: number;
      readonly max?: number;
    }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'record'; readonly isNested: boolean; readonly orText: boolean }
  | {
      readonly kind: 'text' | 'boolean' | 'extent' | 'list' | 'texts' | 'weighted' | 'field' | 'other';
    };

type Def = z.core.$ZodTypes['_zod']['def'];

const OTHER: ValueShape = { kind: 'other' };

/** The definition of a zod schema. */
const defOf = (schema: z.core.$ZodType): Def =>
  // The base type of zod schemas is not a discriminated union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (schema as z.core.$ZodTypes)._zod.def;

/** The shape of the values that a schema accepts. */
function shapeOf(schema: z.core.$ZodType): ValueShape {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
      return shapeOf(def.innerType);
    case 'number':
      return numberShape(schema, def);
    case 'string':
      return { kind: 'text' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'enum':
      return { kind: 'choice', values: Object.values(def.entries).map(String) };
    case 'array':
      return listShape(def.element);
    case 'union':
      return unionShape(def.options);
    case 'record':
      return recordShape(def.valueType, false);
    default:
      return OTHER;
  }
}

/** Whether values have keys. */
const isKeyed = (schema: z.core.$ZodType): boolean => ['record', 'object'].includes(defOf(schema).type);

const recordShape = (values: z.core.$ZodType, orText: boolean): ValueShape => ({
  kind: 'record',
  isNested: alternatives(values).some(isKeyed),
  orText,
});

/** Bounds beyond this are those of whole numbers in general. */
const MAX_BOUND = Number.MAX_SAFE_INTEGER;

function numberShape(schema: z.core.$ZodType, def: Def): ValueShape {
  const { minimum, maximum } = (schema as { _zod: { bag: Readonly<Record<string, unknown>> } })._zod.bag;
  return {
    kind: 'number',
    ...('format' in def && { isWhole: true }),
    ...(typeof minimum === 'number' && minimum > -MAX_BOUND && { min: minimum }),
    ...(typeof maximum === 'number' && maximum < MAX_BOUND && { max: maximum }),
  };
}

function listShape(element: z.core.$ZodType): ValueShape {
  const def = defOf(element);
  if (def.type === 'unknown') return { kind: 'list' };
  if (def.type === 'string') return { kind: 'texts' };
  const keys = def.type === 'object' ? Object.keys(def.shape).toSorted() : [];
  return keys.join(' ') === 'value weight' ? { kind: 'weighted' } : OTHER;
}

/** A number or a range of numbers is an extent. Of a text and a record, the form of the record takes both. Others have none in common. */
function unionShape(options: readonly z.core.$ZodType[]): ValueShape {
  const [first, second, ...rest] = options;
  if (first === undefined || second === undefined || rest.length > 0) return OTHER;
  const def = defOf(second);
  if (defOf(first).type === 'string' && def.type === 'record') return recordShape(def.valueType, true);
  const keys = def.type === 'object' ? Object.keys(def.shape).toSorted() : [];
  return defOf(first).type === 'number' && keys.join(' ') === 'max min' ? { kind: 'extent' } : OTHER;
}

/** A param of a generator type. */
export interface Param {
  readonly name: string;
  /** What it does. Undefined if its name says it. */
  readonly description: string | undefined;
  /** The type does not work without it. */
  readonly isRequired: boolean;
  readonly shape: ValueShape;
}

type Declared = Pick<GeneratorType, 'params' | 'references' | 'example'>;

/** The params of a generator type that its first argument has, in their order. Empty if it takes none by name. */
export function paramsOf(type: Declared): readonly Param[] {
  const byName = new Map(alternatives(firstOf(type)).flatMap((each) => Object.entries(membersOf(each))));
  return Array.from(byName, ([name, schema]) => ({
    name,
    description: descriptionOf(schema),
    isRequired: defOf(schema).type !== 'optional',
    shape: namesField(type, [0, name]) ? { kind: 'field' } : shapeOf(schema),
  }));
}

/**
 * The first argument of a generator type as a value without names, such as the text of a template; its name is empty. Undefined if all
 * its params have names, or if it takes several arguments.
 */
export function argumentOf(type: Declared): Param | undefined {
  const schema = alternatives(firstOf(type)).find((each) => defOf(each).type !== 'object');
  if (schema === undefined || isSeveral(type)) return undefined;
  return {
    name: '',
    description: descriptionOf(schema),
    isRequired: paramsOf(type).length === 0 && needsParams(type),
    shape: namesField(type, [0]) ? { kind: 'field' } : shapeOf(schema),
  };
}

/** The schema of the first argument. */
function firstOf({ params }: Declared): z.core.$ZodType | undefined {
  const def = defOf(params);
  return def.type === 'array' ? def.element : def.type === 'tuple' ? def.items[0] : undefined;
}

function isSeveral({ params }: Declared): boolean {
  const def = defOf(params);
  return def.type === 'tuple' && def.items.length > 1;
}

/** Whether a generator type does not work without params. */
export const needsParams = ({ params }: Declared): boolean => !z.safeParse(params, []).success;

/** The alternatives of a schema, without those that are unions themselves. */
function alternatives(schema: z.core.$ZodType | undefined): readonly z.core.$ZodType[] {
  if (schema === undefined) return [];
  const def = defOf(schema);
  if (def.type === 'optional') return alternatives(def.innerType);
  // A number or a range is one value.
  if (def.type === 'union' && shapeOf(schema).kind === 'other') return def.options.flatMap(alternatives);
  return [schema];
}

function membersOf(schema: z.core.$ZodType): z.core.$ZodShape {
  const def = defOf(schema);
  return def.type === 'object' ? def.shape : {};
}

/** Stands for a field that a param may name. An expression of this text reads a field of another name. */
const PROBE = 'probe+1';

/** Whether a text at this place of the arguments is the name of another field. */
function namesField({ references, params, example }: Declared, path: readonly PropertyKey[]): boolean {
  const [, name] = path;
  const first = isObject(example) ? example : {};
  const args = [name === undefined ? PROBE : { ...first, [name]: PROBE }];
  if (references === undefined || !z.safeParse(params, args).success) return false;
  return references(args).some(
    (found) => found.name === PROBE && found.path.map(String).join('/') === path.map(String).join('/'),
  );
}

function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const def = defOf(schema);
  const own = z.globalRegistry.get(schema)?.description;
  return own ?? (def.type === 'optional' ? descriptionOf(def.innerType) : undefined);
}
