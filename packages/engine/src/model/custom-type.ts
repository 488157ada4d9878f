/** A source of random numbers that depends only on the seed, the row and the field: the same draws on every run. */
export interface RandomSource {
  /** A uniform number, at least 0 and less than 1. */
  number(): number;
  /**
   * A uniform integer from `min` to `max`, both inclusive.
   *
   * @throws RangeError if the bounds are not integers in order
   */
  integer(min: number, max: number): number;
  /**
   * One of the values, each equally likely.
   *
   * @throws RangeError if there are none
   */
  pick<Value>(values: readonly Value[]): Value;
}

/** A parameter of a custom type, declared with keywords of JSON Schema. Without a `default` it is required. */
export interface CustomParam {
  /** Default: any JSON value. */
  readonly type?: 'string' | 'number' | 'integer' | 'boolean';
  /** The allowed values. Default: all values of the type. */
  readonly enum?: readonly (string | number | boolean)[];
  /** Minimum, inclusive. */
  readonly minimum?: number;
  /** Maximum, inclusive. */
  readonly maximum?: number;
  /** Used if a schema omits the parameter. */
  readonly default?: unknown;
  /** One sentence. */
  readonly description?: string;
}

/** The value of a declared parameter. */
export type CustomParamValue<Param extends CustomParam> = Param extends {
  readonly enum: readonly (infer Value)[];
}
  ? Value
  : Param extends { readonly type: 'string' }
    ? string
    : Param extends { readonly type: 'number' | 'integer' }
      ? number
      : Param extends { readonly type: 'boolean' }
        ? boolean
        : unknown;

/** The row of a value. */
export interface CustomRow {
  /** The row's event time, milliseconds since 1970. 0 for a field of an entity, which has no event time. */
  readonly timeMs: number;
}

/** A custom generator type: a plain object, which `defineType` checks. Passed in `types` to `rows`, `stream`, `verify` and `parseSchema`. */
export interface CustomType<
  Params extends Readonly<Record<string, CustomParam>> = Readonly<Record<string, CustomParam>>,
> {
  /** The name for a field's `type`, with your own namespace: `acme.orderNumber`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** The parameters by name. Default: none. */
  readonly params?: Params;
  /** Working parameters, which lists and tests show. Default: all parameters have their defaults. */
  readonly example?: { readonly [Name in keyof Params]?: CustomParamValue<Params[Name]> };
  /** What every value is, for formats and databases with columns of types, such as Avro. Default: any JSON value. */
  readonly returns?: 'string' | 'number' | 'integer' | 'boolean';
  /**
   * Returns one value: null, a boolean, a finite number, a string, or an array or plain object of these; a Date becomes its ISO
   * text. Must depend on its arguments only, or rows are no longer the same for the same seed. Called at least once per value,
   * also by `parseSchema`. What it throws ends the batch with an error that names the field.
   */
  generate(
    random: RandomSource,
    params: { readonly [Name in keyof Params]: CustomParamValue<Params[Name]> },
    row: CustomRow,
  ): unknown;
}
