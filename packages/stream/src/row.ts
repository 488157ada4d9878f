import type { Schema } from '@catbird/engine';

/**
 * A schema of another library that offers [Standard JSON Schema](https://standardschema.dev/json-schema), such as those of Zod from 4.2
 * on, ArkType, or Valibot with `toStandardJsonSchema`.
 */
export interface StandardJsonSchema<Input = unknown> {
  readonly '~standard': {
    /** The library: `zod`. */
    readonly vendor: string;
    readonly jsonSchema: {
      /** The JSON Schema of what the schema accepts. @throws if it has none */
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
    /** Issues of a value that the schema does not accept. Absent: only its JSON Schema is kept. */
    readonly validate?: (value: unknown) => StandardResult | Promise<StandardResult>;
    /** Only types: no value is here. */
    readonly types?: { readonly input: Input } | undefined;
  };
}

/** What a library says about a value. */
export interface StandardResult {
  readonly issues?: readonly StandardIssue[] | undefined;
}

/** What is wrong with a value, and where. */
interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * A row of a schema that a program writes as a literal, with `as const` if it is not passed to `rows` at once. Members are `unknown` if their
 * values follow from other fields, such as those of an expression. Also a row of a schema of Zod, Valibot or ArkType.
 */
export type Row<Given> =
  Given extends StandardJsonSchema<infer Input>
    ? unknown extends Input
      ? AnyRow
      : Input
    : Given extends string | Schema
      ? AnyRow
      : Members<Given>;

type AnyRow = Readonly<Record<string, unknown>>;

/** Keys beside fields. They are fields if they have a spec, but for the first two. */
type Notes<Name, Spec> = Name extends '$entities' | '$locale'
  ? true
  : Name extends '$comment' | '$schema'
    ? Spec extends string
      ? true
      : false
    : false;

type IsHidden<Spec> = Spec extends { readonly hidden: true } ? true : false;
type IsOptional<Spec> = Spec extends { readonly missing: number } | { readonly if: string } ? true : false;

type Members<Fields> = {
  readonly [
    Name in keyof Fields as true extends
      Notes<Name, Fields[Name]> | IsHidden<Fields[Name]> | IsOptional<Fields[Name]>
      ? never
      : Name
  ]: Value<Fields[Name]>;
} & {
  readonly [
    Name in keyof Fields as true extends Notes<Name, Fields[Name]> | IsHidden<Fields[Name]>
      ? never
      : IsOptional<Fields[Name]> extends true
        ? Name
        : never
  ]?: Value<Fields[Name]>;
};

/** A field's value, or the list of them. */
type Value<Spec> = Spec extends string
  ? OfType<Spec>
  : | (Spec extends { readonly count: infer Count }
        ? Count extends 1
          ? One<Spec>
          : readonly One<Spec>[]
        : One<Spec>)
    | (Spec extends { readonly nulls: number } ? null : never);

type One<Spec> = Spec extends { readonly value: infer Constant }
  ? Constant
  : Spec extends { readonly type: 'object'; readonly fields: infer Fields }
    ? Members<Fields>
    : Spec extends { readonly type: infer Type; readonly params: infer Params }
      ? Type extends keyof Chosen<Params>
        ? Chosen<Params>[Type]
        : OfType<Type>
      : Spec extends { readonly type: infer Type }
        ? OfType<Type>
        : unknown;

/** Values that params list. */
interface Chosen<Params> {
  readonly 'helpers.arrayElement': ElementOf<Params>;
  readonly 'helpers.weightedArrayElement': ValueIn<ElementOf<Params>>;
  readonly 'catbird.pick': ElementOf<ValuesIn<Params>>;
  readonly 'catbird.pickWeighted': ElementOf<ValuesIn<Params>>;
}

/** Arguments may also be a list with the list in it. */
type ElementOf<List> = List extends readonly (infer Element)[]
  ? Element extends readonly (infer Inner)[]
    ? Inner
    : Element
  : unknown;
type ValuesIn<Params> = Params extends { readonly values: infer Values } ? Values : unknown;
type ValueIn<Item> = Item extends { readonly value: infer Value } ? Value : unknown;

/** Types whose values are no texts, though others of their family are. */
interface Kinds {
  readonly boolean: 'datatype.boolean';
  readonly number:
    | `number.${'int' | 'float'}`
    | `location.${'latitude' | 'longitude'}`
    | `internet.${'httpStatusCode' | 'port'}`
    | `catbird.${'sequence' | 'latitudeNumeric' | 'longitudeNumeric' | 'walk' | 'wave' | 'step'}`
    | `catbird.${'normal' | 'logNormal' | 'exponential' | 'pareto' | 'beta' | 'poisson'}`
    | 'helpers.rangeToNumber';
  /** They depend on params, or are objects and lists. */
  readonly unknown:
    | `airline.${'airline' | 'airplane' | 'airport'}`
    | `color.${'cmyk' | 'hsl' | 'hwb' | 'lab' | 'lch' | 'colorByCSSColorSpace' | 'rgb'}`
    | `science.${string}`
    | 'date.betweens'
    | 'finance.currency'
    | `location.${'language' | 'nearbyGPSCoordinate'}`;
}

type Textual =
  | `catbird.${'timestampNow' | 'datetimeNow' | 'datetimeRecent' | 'datetimeBetween' | 'session' | 'text'}`
  | `catbird.${'osName' | 'browserName' | 'browserEngineName' | 'searchEngineName' | 'template' | 'kind'}`
  | `helpers.${'fromRegExp' | 'replaceCreditCardSymbols' | 'replaceSymbols' | 'slugify'}`
  | `${Families}.${string}`;

type Families =
  | (
      | 'airline'
      | 'animal'
      | 'book'
      | 'color'
      | 'commerce'
      | 'company'
      | 'database'
      | 'date'
      | 'finance'
      | 'food'
    )
  | ('git' | 'hacker' | 'image' | 'internet' | 'location' | 'lorem' | 'music' | 'number' | 'person' | 'phone')
  | ('string' | 'system' | 'vehicle' | 'word');

type OfType<Type> = string extends Type
  ? unknown
  : Type extends Kinds['boolean']
    ? boolean
    : Type extends Kinds['number']
      ? number
      : Type extends Kinds['unknown']
        ? unknown
        : Type extends Textual
          ? string
          : unknown;
