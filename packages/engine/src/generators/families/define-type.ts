import type { CustomParam, CustomType } from '../../model/custom-type.ts';
import { findAlias } from '../../model/aliases.ts';
import { generatorTypes } from '../catalogue.ts';
import { paramSchema } from './custom.ts';

/** Namespaces of the types that ship with Catbird; later releases may add types to them. */
const builtIn: ReadonlySet<string> = new Set([
  'mockingbird',
  ...generatorTypes.flatMap(({ name }) => (name.includes('.') ? [name.replace(/\..*/, '')] : [])),
]);

const NAME = /^[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)+$/;

/**
 * Checks the definition of a generator type of your own, and returns it. Pass it in `types`; nothing else knows it.
 *
 * @throws Error if the name lacks a namespace of your own, if `generate` is not a function, or if a parameter's default does not
 * fit its declaration
 */
export function defineType<const Params extends Readonly<Record<string, CustomParam>>>(
  type: CustomType<Params>,
): CustomType {
  const { name, params = {} } = type;
  checkName(name);
  if (typeof (type.generate as unknown) !== 'function')
    throw new Error(`${name}: generate must be a function that returns a JSON value`);
  if (!PARAM_TYPES.includes(type.returns))
    throw new Error(`${name}: returns must be string, number, integer or boolean, or absent`);
  for (const [key, param] of Object.entries<CustomParam>(params)) checkParam(name, key, param);
  return type;
}

const PARAM_TYPES: readonly unknown[] = [undefined, 'string', 'number', 'integer', 'boolean'];

function checkParam(name: string, key: string, param: CustomParam): void {
  if (!PARAM_TYPES.includes(param.type))
    throw new Error(
      `${name}: param ${key} has the unknown type ${String(param.type)}: use string, number, integer or boolean, or none for any JSON value`,
    );
  if (param.default !== undefined && !paramSchema(key, param).safeParse(param.default).success)
    throw new Error(`${name}: the default of param ${key} does not fit its declaration`);
}

function checkName(name: string): void {
  if (typeof (name as unknown) !== 'string')
    throw new Error('A custom type needs a name, such as "acme.orderNumber"');
  const bare = name.replace(/^.*\./, '');
  if (!name.includes('.'))
    throw new Error(
      `The type name "${name}" has no namespace: name it "acme.${name}", with your own in place of acme`,
    );
  if (!NAME.test(name))
    throw new Error(
      `The type name "${name}" is invalid: use letters, digits, "_" and "-", as in "acme.orderNumber"`,
    );
  const [namespace = ''] = name.split('.');
  if (builtIn.has(namespace) || findAlias(name) !== undefined)
    throw new Error(
      `The type name "${name}" is in the built-in namespace ${namespace}: name it "acme.${bare}", with your own in place of acme`,
    );
}

/**
 * Custom types by name.
 *
 * @throws Error as `defineType` does, and if two types have the same name
 */
export function customTypes(types: readonly CustomType[]): ReadonlyMap<string, CustomType> {
  const byName = new Map<string, CustomType>();
  for (const type of types) {
    defineType(type);
    if (byName.has(type.name)) throw new Error(`Two custom types have the name "${type.name}": rename one`);
    byName.set(type.name, type);
  }
  return byName;
}
