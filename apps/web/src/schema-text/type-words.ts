import { expressionText } from './expression-text.ts';
import {
  choiceText,
  counted,
  entityChip,
  joined,
  listed,
  membersOf,
  numberText,
  plain,
  rangeText,
  spaced,
  textOf,
  type Piece,
  type Scope,
} from './phrases.ts';

/** The params of a field: by name, and the first argument if it is one value without a name. */
interface Given {
  readonly params: Readonly<Record<string, unknown>>;
  readonly first: unknown;
  /** All arguments. */
  readonly all: readonly unknown[];
  readonly type: string;
  readonly scope: Scope;
}

type Words = (given: Given) => string | readonly Piece[];

/** The words on a field that has a type. */
export function typeWords(spec: Readonly<Record<string, unknown>>, scope: Scope): readonly Piece[] {
  const { type, params } = spec;
  if (typeof type !== 'string') return plain('no type');
  const words = WORDS[type] ?? named;
  const all = Array.isArray(params) ? params : params === undefined || params === null ? [] : [params];
  const said = words({ params: membersOf(all[0]), first: all[0], all, type, scope });
  return typeof said === 'string' ? plain(said) : said;
}

/** Names that say too little without the group that they are in. */
const VAGUE =
  'sample prefix suffix type word words number symbol short unit data name text human space format'.split(
    ' ',
  );

function nameOf(type: string): string {
  const [group = '', name = group] = type.split('.');
  return VAGUE.includes(name) && name !== group && group !== 'lorem'
    ? `${spaced(group)} ${spaced(name)}`
    : spaced(name);
}

/** The name of the type, and its params: for all that need no words of their own. */
function named({ type, first, all, params }: Given): string {
  const { min, max, ...others } = params;
  const range = min === undefined && max === undefined ? [] : [rangeText(params)];
  const given = Object.entries(others).filter(([, value]) => value !== undefined && value !== '');
  const loose = typeof first === 'object' && first !== null && !Array.isArray(first) ? all.slice(1) : all;
  return [nameOf(type), ...range, ...given.map(paramText), ...loose.map(textOf)].join(', ');
}

function paramText([name, value]: readonly [string, unknown]): string {
  if (value === true) return spaced(name);
  return value === false ? `no ${spaced(name)}` : `${spaced(name)} ${textOf(value)}`;
}

const range: Words = ({ params, first }) => {
  if (typeof first === 'number') return `up to ${numberText(first)}`;
  const { min, max, multipleOf } = params;
  const bounds = min === undefined && max === undefined ? 'any number' : rangeText(params);
  return multipleOf === undefined ? bounds : `${bounds}, in steps of ${textOf(multipleOf)}`;
};

/** The values of a list, with weights or without. */
const choice: Words = ({ params, first, all }) => {
  const list = Array.isArray(params['values']) ? params['values'] : Array.isArray(first) ? first : all;
  return choiceText(list.map((item: unknown) => (isWeighted(item) ? item.value : item)));
};

const isWeighted = (item: unknown): item is { readonly value: unknown } =>
  typeof item === 'object' && item !== null && 'weight' in item && 'value' in item;

const between: Words = ({ params: { from, to, start, end } }) => `${day(from ?? start)} to ${day(to ?? end)}`;

const day = (value: unknown): string => textOf(value).replace(/T00:00:00(?:\.000)?Z$/, '');

/** A distribution by what it is around, and its ends. */
const around =
  (centre: (params: Given['params']) => string): Words =>
  ({ params }) =>
    [centre(params), ...('min' in params || 'max' in params ? [rangeText(params)] : [])].join(', ');

/** The likeliest way through the states of a journey, and the others: `pending → paid → refunded, or cancelled`. */
const journey: Words = ({ params, scope }) => {
  const states = membersOf(params['states']);
  const names = Object.keys(states);
  if (names.length === 0)
    return typeof params['of'] === 'string'
      ? [...entityChip(params['of'], scope), { text: ' life' }]
      : 'journey';
  const way = [likeliest(membersOf(params['start']), names) ?? names[0] ?? ''];
  for (;;) {
    const next = likeliest(
      membersOf(states[way.at(-1) ?? '']),
      names.filter((name) => !way.includes(name)),
    );
    if (next === undefined || way.length === LONGEST_WAY) break;
    way.push(next);
  }
  const others = names.filter((name) => !way.includes(name));
  const rest = others.length === 0 ? '' : `, or ${listed(others, 'or') ?? `${others.length} more`}`;
  return way.join(' → ') + rest;
};

const LONGEST_WAY = 4;

const likeliest = (
  weights: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | undefined =>
  names
    .filter((name) => Object.hasOwn(weights, name))
    .toSorted((one, other) => Number(weights[other]) - Number(weights[one]))[0];

const entity: Words = ({ params: { of }, scope }) => {
  const { size, key } = membersOf(scope.entities[String(of)]);
  const numbers = key === undefined && typeof size === 'number' ? ` 1 to ${numberText(size)}` : ' key';
  return [...entityChip(of, scope), { text: numbers }];
};

/** Another field; of an entity, what its field is made from. */
const ref: Words = ({ first, scope }) => {
  const [name = '', member, ...deeper] = textOf(first).split('.');
  if (member === undefined) return `same as ${name}`;
  const { type, params } = membersOf(scope.find(name));
  const { of } = membersOf(Array.isArray(params) ? params[0] : params);
  const field = membersOf(membersOf(scope.entities[String(of)])['fields'])[member];
  if (type !== 'catbird.entity' || field === undefined || deeper.length > 0)
    return `${spaced([member, ...deeper].join(' '))} of ${name}`;
  const spec = typeof field === 'string' ? { type: field } : membersOf(field);
  const inner = 'value' in spec ? plain(`always ${textOf(spec['value'])}`) : typeWords(spec, scope);
  return [...entityChip(of, scope), { text: ' ' }, ...inner];
};

/** The fields that a text is made from: `first and last`. */
const template: Words = ({ first }) => {
  const text = textOf(first);
  const names = Array.from(text.matchAll(/\{\{\s*([^|}]+?)\s*(?:\|[^}]*)?\}\}/g), ([, name = '']) => name);
  return names.length === 0 ? `always ${text}` : joined([...new Set(names)], 'and');
};

/** Few constant values are listed. */
const lookup: Words = ({ params: { field, cases, default: other } }) => {
  const all = [...Object.values(membersOf(cases)), ...(other === undefined ? [null] : [other])];
  const values = all.every((each) => typeof each !== 'object' || each === null)
    ? listed([...new Set(all.map(textOf))], 'or')
    : undefined;
  return values === undefined ? `depends on ${textOf(field)}` : `${values}, by ${textOf(field)}`;
};

const oneOf: Words = ({ first, all, scope }) => {
  const items: readonly unknown[] = Array.isArray(first) ? first : all;
  const texts = items.map((item) => {
    const { field, value = item } = membersOf(item);
    return field === undefined
      ? textOf(value)
      : typeWords(membersOf(field), scope)
          .map(({ text }) => text)
          .join('');
  });
  return listed(texts, 'or') ?? `one of ${items.length} kinds`;
};

const list: Words = ({ first, all, scope }) => {
  const items: readonly unknown[] = Array.isArray(first) ? first : all;
  const texts = items.map((item) =>
    typeWords(membersOf(item), scope)
      .map(({ text }) => text)
      .join(''),
  );
  return `list of ${listed(texts, 'and') ?? counted(items.length)}`;
};

const length =
  (unit: string): Words =>
  ({ params, first }) => {
    const given = params['length'] ?? (typeof first === 'number' || 'min' in params ? first : undefined);
    return given === undefined ? unit : `${rangeText(given)} ${unit}`;
  };

const several: Words = ({ first, all: [, count = 'some'] }) => `${rangeText(count)} of ${textOf(first)}`;

const pattern: Words = ({ first }) => `like ${textOf(first)}`;

/** The words of types whose names and params alone would say too little. */
const WORDS: Readonly<Record<string, Words>> = {
  oneOf,
  'catbird.timestampNow': () => 'event time',
  'catbird.datetimeNow': () => 'event time, without zone',
  'catbird.datetimeRecent': () => 'time within the day before',
  'catbird.datetimeBetween': between,
  'date.between': between,
  'catbird.pick': choice,
  'catbird.pickWeighted': choice,
  'catbird.pickType': ({ params: { type } }) => `any ${textOf(type)}`,
  'catbird.sequentialArray': ({ params: { values } }) => `${textOf(values)} in turn`,
  'catbird.key': ({ params: { name, size } }) =>
    typeof size === 'number' ? `one of ${numberText(size)} ${textOf(name)} keys` : `${textOf(name)} key`,
  'catbird.entity': entity,
  'catbird.kind': ({ params: { kinds } }) => choiceText(Object.keys(membersOf(kinds))),
  'catbird.ref': ref,
  'catbird.template': template,
  'catbird.lookup': lookup,
  'catbird.expression': ({ first }) => expressionText(textOf(first)),
  'catbird.journey': journey,
  'catbird.session': ({ params: { of } }) => `one per journey of ${textOf(of)}`,
  'catbird.step': ({ params: { of } }) => `number of the step of ${textOf(of)}`,
  'catbird.started': ({ params: { of } }) => `when ${textOf(of)} began`,
  'catbird.next': ({ params: { of } }) => `when ${textOf(of)} goes on`,
  'catbird.change': ({ params: { of } }) => `change by ${textOf(of)}`,
  'catbird.dataset': ({ params: { rows, column, of, file } }) =>
    of === undefined
      ? `${typeof column === 'number' ? 'column ' : ''}${textOf(column)} of ${file === undefined ? `${Array.isArray(rows) ? rows.length : 'its'} rows` : textOf(file)}`
      : `${textOf(column)} of ${textOf(of)}`,
  'catbird.normal': around(({ mean = 0, deviation = 1 }) => `about ${textOf(mean)} ± ${textOf(deviation)}`),
  'catbird.logNormal': around(({ median = 1 }) => `median ${textOf(median)}`),
  'catbird.exponential': around(({ mean = 1 }) => `mean ${textOf(mean)}`),
  'catbird.pareto': around(({ scale = 1 }) => `from ${textOf(scale)} on, few are large`),
  'catbird.poisson': around(({ mean = 1 }) => `a count, mean ${textOf(mean)}`),
  'catbird.beta': ({ params: { min = 0, max = 1 } }) => rangeText({ min, max }),
  'catbird.histogram': ({ params: { edges } }) =>
    Array.isArray(edges) ? rangeText({ min: edges[0], max: edges.at(-1) }) : 'by a histogram',
  'catbird.sequence': ({ params: { start = 1, step = 1, repeat } }) =>
    `up from ${textOf(start)}${step === 1 ? '' : ` by ${textOf(step)}`}${repeat === undefined ? '' : `, ${textOf(repeat)} rows each`}`,
  'catbird.walk': around(({ start }) => `walk${start === undefined ? '' : ` from ${textOf(start)}`}`),
  'catbird.wave': ({ params: { mean = 0, amplitude = 1 } }) =>
    `wave around ${textOf(mean)} ± ${textOf(amplitude)}`,
  'catbird.hierarchy': ({ params: { levels } }) => `tree of ${textOf(levels)}`,
  'catbird.map': ({ params: { size } }) => (size === undefined ? 'map' : `map of ${rangeText(size)} keys`),
  'catbird.list': list,
  'catbird.text': length('characters of text'),
  'catbird.route': ({ params: { waypoints } }) =>
    `way over ${Array.isArray(waypoints) ? waypoints.length : 'several'} points`,
  'datatype.boolean': ({ params: { probability }, first }) => {
    const share = probability ?? first;
    return typeof share === 'number'
      ? `true in ${numberText(Number((share * 100).toPrecision(6)))} %`
      : 'true or false';
  },
  'date.anytime': () => 'any date',
  'date.future': () => 'date in the future',
  'date.past': () => 'date in the past',
  'date.recent': () => 'recent date',
  'date.soon': () => 'date soon after',
  'helpers.arrayElement': choice,
  'helpers.arrayElements': several,
  'helpers.uniqueArray': several,
  'helpers.enumValue': ({ first }) => choiceText(Object.values(membersOf(first))),
  'helpers.objectKey': ({ first }) => choiceText(Object.keys(membersOf(first))),
  'helpers.objectValue': ({ first }) => choiceText(Object.values(membersOf(first))),
  'helpers.weightedArrayElement': choice,
  'helpers.fromRegExp': pattern,
  'helpers.replaceSymbols': pattern,
  'helpers.replaceCreditCardSymbols': pattern,
  'helpers.shuffle': ({ first }) => `${textOf(first)} in any order`,
  'helpers.rangeToNumber': range,
  'number.int': range,
  'number.float': range,
  'number.bigInt': range,
  'commerce.price': ({ params }) =>
    `price${Object.keys(params).length > 0 ? `, ${rangeText({ min: 1, max: 1000, ...params })}` : ''}`,
  'finance.amount': ({ params }) =>
    `amount${Object.keys(params).length > 0 ? `, ${rangeText({ min: 0, max: 1000, ...params })}` : ''}`,
  'location.nearbyGPSCoordinate': ({ params: { origin, radius, isMetric } }) =>
    `within ${textOf(radius ?? 10)} ${isMetric === true ? 'km' : 'miles'}${origin === undefined ? '' : ` of ${textOf(origin)}`}`,
  'string.alpha': length('letters'),
  'string.alphanumeric': length('letters and digits'),
  'string.hexadecimal': length('hex digits'),
  'string.numeric': length('digits'),
};
