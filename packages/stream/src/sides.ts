import {
  prefixed,
  type Issue,
  type Result,
  type Field,
  type Schema,
  isFilled,
  readTemplate,
  type Slot,
  findField,
  onlyFields,
  type NamedField,
  type FilledText,
  type SidePlan,
  suggestion,
  changeIn,
  droppingIn,
  type Faults,
} from '@catbird/engine';
import { type Destination, type SettingMeta, metaOf, type RowFieldSetting } from '@catbird/send';

/** What travels beside the rows of a stream. */
export type SidesReading = Result<{ readonly sides: SidePlan }>;

/** A setting that puts something beside rows. */
interface SideSetting {
  /** Its name, where the person gave it. */
  readonly name: string;
  readonly meta: SettingMeta;
  readonly value: unknown;
}

/** What the settings of a destination put beside rows. */
export function sidesFor(
  {
    destination,
    nameOf,
  }: {
    readonly destination: Pick<Destination, 'config'>;
    /** A setting's name where the person gave it. */
    readonly nameOf: (setting: string) => string;
  },
  schema: Schema,
  config: unknown,
): SidesReading {
  const values = new Map<string, unknown>(Object.entries(config ?? {}));
  const settings = Object.entries(destination.config.shape).flatMap(([name, shape]): SideSetting[] => {
    const meta = metaOf(shape);
    return meta?.side === undefined ? [] : [{ name: nameOf(name), meta, value: values.get(name) }];
  });
  const reader = newReader(schema);
  const one = (side: SettingMeta['side']): SideSetting | undefined =>
    settings.find(({ meta, value }) => meta.side === side && value !== undefined);
  const key = reader.key(one('key'));
  const route = reader.route(one('route'));
  const headers = reader.headers(one('headers'));
  const time = one('time');
  const { value: division = 'none' } = one('division') ?? {};
  const { found, issues } = reader;
  if (issues.length > 0) return { ok: false, issues };
  const ways = found.map(({ fields }) => fields);
  return {
    ok: true,
    sides: {
      schema: ways.length === 0 ? undefined : onlyFields(schema, ways),
      key,
      route,
      headers,
      time: time?.value === 'event' ? time.name : undefined,
      isDivided: division !== 'none',
    },
  };
}

/** Reads settings, and collects the fields that they name and what is wrong with them. */
function newReader(schema: Schema) {
  const found: NamedField[] = [];
  const issues: Issue[] = [];
  const add = (setting: string, message: string): void =>
    void issues.push({ message: `${setting}: ${message}` });
  const find = (setting: string, name: string): NamedField | undefined => {
    const result = findField(schema, name);
    if (!result.ok) {
      issues.push(...prefixed(`${setting}: `, result.issues));
      return undefined;
    }
    const clash = overlap(result.found, found);
    if (clash !== undefined) {
      add(setting, clash);
      return undefined;
    }
    found.push(result.found);
    return result.found;
  };
  const pathOf = (setting: string, { name, filters: [filter] }: Slot): readonly string[] => {
    if (name === '') add(setting, 'Write a field as {{name}}');
    else if (filter !== undefined)
      add(setting, `Remove |${filter} from {{${name}}}. Filters are not possible here`);
    else {
      const field = find(setting, name);
      const last = field?.isPart === true ? undefined : field?.fields.at(-1);
      if (last?.fields !== undefined)
        add(setting, `${name} is an object, but a single value is needed. Choose a field in it`);
      else if (last?.count !== undefined)
        add(setting, `${name} is a list, but a single value is needed. Choose another field`);
      return field?.path ?? [];
    }
    return [];
  };
  const filled = (
    setting: string,
    text: string,
    { encode = String, fault = valid }: SettingMeta,
  ): FilledText => {
    const { slots, after } = readTemplate(text);
    if ([...slots.map(({ before }) => before), after].some(isFilled))
      add(setting, 'Write a field as {{name}}');
    const values = slots.map((slot) => ({
      before: slot.before,
      name: slot.name,
      path: pathOf(setting, slot),
    }));
    return { setting, values, after, encode, fault };
  };
  return {
    found,
    issues,
    key: (setting: SideSetting | undefined): readonly string[] | undefined =>
      typeof setting?.value === 'string' ? find(setting.name, setting.value)?.path : undefined,
    route: (setting: SideSetting | undefined): FilledText | undefined =>
      typeof setting?.value === 'string' && isFilled(setting.value)
        ? filled(setting.name, setting.value, setting.meta)
        : undefined,
    headers(setting: SideSetting | undefined): SidePlan['headers'] {
      const given = Object.entries(setting?.value ?? {});
      if (setting === undefined || !given.flat().some((each) => isFilled(String(each)))) return undefined;
      return given.map(([name, text]) => {
        if (isFilled(name)) add(setting.name, 'Names must not contain {{');
        return [name, filled(setting.name, String(text), setting.meta)];
      });
    },
  };
}

const valid = (): undefined => undefined;

/** Why the value of a field cannot be read beside others: an object would show a hidden field in it. */
function overlap(field: NamedField, others: readonly NamedField[]): string | undefined {
  const names = ({ path }: NamedField): string => path.join('.');
  for (const other of others)
    for (const [whole, part] of [
      [field, other],
      [other, field],
    ] as const)
      if (startsWith(part.fields, whole.fields) && part.fields.slice(whole.fields.length).some(isHidden))
        return `${names(whole)} is used as a whole, without ${names(part)}, which is hidden in it. Choose another field`;
  return undefined;
}

const isHidden = ({ hidden }: Field): boolean => hidden === true;

const startsWith = (fields: readonly Field[], beginning: readonly Field[]): boolean =>
  fields.length > beginning.length && beginning.every((each, i) => each === fields[i]);

/** A destination whose settings name fields. */
interface Named {
  readonly destination: Pick<Destination, 'rowFields'>;
  /** A setting's name where the person gave it. */
  readonly nameOf: (setting: string) => string;
}

/** Fields that the settings name but the rows lack. */
export function rowFieldIssues(
  { destination, nameOf }: Named,
  schema: Schema,
  config: unknown,
): readonly Issue[] {
  return (destination.rowFields?.(config) ?? []).flatMap((use) => {
    const fault = faultOf(use, schema);
    return fault === undefined ? [] : [{ message: `${nameOf(use.setting)}: ${fault}` }];
  });
}

/** Faults, and incidents that drop rows, that do not fit the changes that a destination applies to a table. */
export function unfitFaults(
  { destination, nameOf }: Named,
  schema: Pick<Schema, 'incidents'>,
  faults: readonly Faults[],
  config: unknown,
): readonly Issue[] {
  const [dropping] = droppingIn(schema);
  return (destination.rowFields?.(config) ?? []).flatMap(({ setting, unfit = [] }) => {
    const kinds = unfit.filter((kind) => faults.some((each) => Object.hasOwn(each, kind)));
    const names = kinds.map((kind) => `The fault ${kind}`);
    if (dropping !== undefined && unfit.includes('dropped'))
      names.push(`drop of the incident ${dropping.times.name}`);
    return names.map((name) => ({
      message: `${name} does not fit ${nameOf(setting)}: the changes would lead to another table than sample prints. Remove it`,
    }));
  });
}

function faultOf(
  { field: name, isEnvelope, added = [] }: RowFieldSetting,
  schema: Schema,
): string | undefined {
  const field = schema.fields.find((each) => each.name === name);
  if (field === undefined) {
    const names = schema.fields.map((each) => each.name);
    const meant = suggestion(name, names);
    const hint = meant === undefined ? `Fields: ${names.slice(0, 12).join(', ')}` : `Did you mean ${meant}?`;
    return `Unknown field ${name} in the schema. ${hint}`;
  }
  if (field.hidden === true) return `${name} is hidden, so it is not sent. Remove "hidden"`;
  if (isEnvelope !== true) return undefined;
  const change = changeIn(schema);
  if (change?.field !== field)
    return `${name} tells no changes. ${change === undefined ? 'The schema has no catbird.change' : `Did you mean ${change.field.name}?`}`;
  if (change.format !== 'debezium')
    return `${name} has the format ${change.format}, but changes are applied from the format debezium`;
  const taken = namesIn(change.entity, schema).find((each) => added.includes(each));
  return (
    taken &&
    `The changed rows have a field ${taken}, but the destination adds a column of this name. Rename the field`
  );
}

/** The names in the rows that change: of an entity's key and fields, and of the key of the entity that it belongs to. */
function namesIn(changed: string | undefined, { entities = [], journey }: Schema): readonly string[] {
  const living = journey?.of?.entity;
  return entities.flatMap(({ name, key, fields }) => [
    ...(name === living || name === changed ? [key.name] : []),
    ...(name === (changed ?? living) ? fields.map((field) => field.name) : []),
  ]);
}
