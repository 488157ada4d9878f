import { defineType } from '../generators/families/custom.ts';
import type { CustomParam, CustomType } from '../model/custom-type.ts';
import { errorText } from '../model/printable.ts';
import { prefixed, issuesOf, type Issue } from '../model/issue.ts';
import { parseSchema } from '../schema/parse.ts';
import { brokenPromises } from './promises.ts';

/**
 * Checks generator types before they are published: their documentation, and the rows that they make, with the params of their `example`
 * and with the limits of every param. A type passes if the same row always has the same value: in batches of any size, alone, on any
 * shard, and among other fields. Returns all issues at once, none for valid types. Works with any test runner.
 *
 * @param types the default export of a package of types
 */
export function checkTypes(types: readonly CustomType[]): readonly Issue[] {
  if (!Array.isArray(types) || types.length === 0)
    return issuesOf('A package of types exports a list of them as its default');
  const names = types.map(({ name }) => name);
  return types.flatMap((type, i) => {
    try {
      defineType(type);
    } catch (error) {
      return issuesOf(errorText(error));
    }
    const twice = names.indexOf(type.name) < i ? issuesOf('The name is used twice') : [];
    const issues = [...twice, ...undocumented(type), ...brokenBy(type)];
    return prefixed(`${type.name}: `, issues);
  });
}

function undocumented({ summary, params = {}, example }: CustomType): readonly Issue[] {
  const isMissing = (text: unknown): boolean => typeof text !== 'string' || text.trim() === '';
  const all = Object.entries(params);
  return issuesOf(
    ...(isMissing(summary) ? ['summary is missing'] : []),
    ...all.flatMap(([key, { description }]) =>
      isMissing(description) ? [`The description of param ${key} is missing`] : [],
    ),
    ...(example === undefined && all.some(([, param]) => param.default === undefined)
      ? ['example is missing: params without a default are required']
      : []),
  );
}

type Given = Readonly<Record<string, unknown>>;

/** What is wrong with the rows of a type. The same for several params is one issue. */
function brokenBy(type: CustomType): readonly Issue[] {
  const found = new Map<string, Issue>();
  for (const params of paramsOf(type)) {
    const text = JSON.stringify({ value: { type: type.name, params } });
    const parsed = parseSchema(text, { types: [type] });
    const [field] = parsed.ok ? parsed.schema.fields : [];
    const wrong = parsed.ok ? [] : parsed.issues.map(({ message }) => message.replace(`${type.name}: `, ''));
    const broken = field === undefined ? wrong : brokenPromises(field);
    for (const each of broken) {
      const [promise = ''] = each.split(':');
      if (!found.has(promise))
        found.set(promise, { message: `With params ${JSON.stringify(params)}: ${each}` });
    }
  }
  return [...found.values()];
}

/** Params to try: those of the example, the defaults, and every limit of each param. */
function paramsOf({ params = {}, example }: CustomType): readonly Given[] {
  const all = Object.entries(params);
  const needsNone = all.every(([, param]) => param.default !== undefined);
  if (example === undefined && !needsNone) return [];
  const base: Given = { ...example };
  return [
    ...(needsNone ? [{}] : []),
    ...(example === undefined ? [] : [base]),
    ...all.flatMap(([key, param]) => limitsOf(param).map((value) => ({ ...base, [key]: value }))),
  ];
}

const limitsOf = ({ type, enum: choices, minimum, maximum }: CustomParam): readonly unknown[] =>
  choices ?? (type === 'boolean' ? [true, false] : [minimum, maximum].filter((each) => each !== undefined));
