import { TOP_KEYS } from './keys.ts';
import { isMapping, type Mapping } from './section.ts';

/** The name of a generator type, such as `string.uuid`, as the short form of a field. */
const TYPE_NAME = /^[a-z]\w*\.\w+$/i;

/** Whether a config is a schema: it has fields with types, and no key of a config. */
export const isSchema = (all: Mapping): boolean =>
  Object.keys(all).every((key) => key === '$schema' || !TOP_KEYS.includes(key)) &&
  Object.entries(all).some(([key, value]) =>
    typeof value === 'string'
      ? key !== '$schema' && TYPE_NAME.test(value)
      : isMapping(value) && typeof value['type'] === 'string',
  );

/** Whether a value is meant as a config rather than as a schema: most of its keys are those of a config, and one says what is sent, or where. */
export function isConfig(value: unknown): value is Mapping {
  if (!isMapping(value)) return false;
  const keys = Object.keys(value);
  return (
    keys.filter((key) => TOP_KEYS.includes(key)).length * 2 >= keys.length &&
    ['destination', 'destinations', 'streams', 'schema', 'template', 'settings'].some((key) => {
      const each = value[key];
      return each !== undefined && !(isMapping(each) && typeof each['type'] === 'string');
    })
  );
}

/** What to do with a schema in place of a config. */
export const SCHEMA_HINT =
  'This is a schema, not a config. Put it under schema, next to a destination: {"destination": "log", "schema": {…}}';
