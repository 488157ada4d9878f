import { tryFields } from '../generators/analysis/trial.ts';
import { newSources } from '../generators/compile/context.ts';
import type { OnRejected } from '../generators/compile/param-fields.ts';
import { PLACEHOLDER } from '../generators/families/params.ts';
import type { Field } from '../model/schema.ts';
import { bounds } from '../model/bounds.ts';
import type { Context, LocaleUse, ParsedField, Watch } from './context.ts';
import { LOCALE } from './known-keys.ts';

/** Placeholders of other languages: `${name}`, `{name}`, `#{name}`, `%{name}`, `<%= name %>` and `%name%`. */
const OTHERS = /[$#%]?\{\s*([\w.-]+)\s*\}|<%=?\s*([\w.-]+)\s*%>|%([\w.-]+)%/g;
/** Two braces without a partner, or with more than a name between them. Two closing ones may be those of JSON in the text. */
const BRACES = /\{\{[^{}]*\}{0,2}/;

/** Adds a warning to templates with text that looks like a placeholder and is none. @param path of the object that contains the fields */
export function noteTemplates(
  each: readonly ParsedField[],
  path: readonly string[],
  { findings }: Context,
): void {
  const names = new Set(each.map(({ field }) => field.name));
  for (const { field, at, paramsAt = at } of each) {
    const [text] = field.args;
    if (field.type !== 'catbird.template' || typeof text !== 'string') continue;
    const found = mistakenIn(text, names);
    if (found === undefined) continue;
    findings.add({
      code: 'template',
      severity: 'warning',
      message: `${field.name}: ${found.written} is not a placeholder, so it stays in the text`,
      hint: `To read a field, write ${found.meant}`,
      at: paramsAt,
      path: [...path, field.name, 'params'],
    });
  }
}

interface Mistaken {
  readonly written: string;
  /** What to write instead. */
  readonly meant: string;
}

/** The first text that looks like a placeholder and is none. @param names of fields */
function mistakenIn(text: string, names: ReadonlySet<string>): Mistaken | undefined {
  const rest = text.replace(PLACEHOLDER, ' ');
  const [braces] = BRACES.exec(rest) ?? [];
  if (braces !== undefined) {
    const [name] = /[\w.-]+/.exec(braces) ?? [];
    return { written: braces.trim(), meant: `{{${name ?? 'name'}}}` };
  }
  for (const [written, ...found] of rest.matchAll(OTHERS)) {
    const name = found.find((each) => each !== undefined) ?? '';
    if (names.has(name) || names.has(name.split('.')[0] ?? '')) return { written, meant: `{{${name}}}` };
  }
  return undefined;
}

/** Types that a note names. */
const MOST = 5;

/** Adds a note for each locale that lacks data of some types, which are English there, and a warning if no field follows one. */
export function noteLocales({ localeUses, locale, findings }: Context): void {
  const isValid = findings.all().every(({ severity }) => severity !== 'error');
  if (isValid && locale !== undefined && !localeUses.some(({ at }) => at === locale.at))
    findings.add({
      code: 'locale',
      severity: 'warning',
      message: `${LOCALE} has no effect: the values of all fields are the same in all locales`,
      hint: 'Remove it',
      at: locale.at,
      path: locale.path,
    });
  for (const [name, uses] of lackingUses(localeUses)) {
    const [first] = uses;
    if (first === undefined) continue;
    findings.add({
      code: 'locale',
      severity: 'note',
      message: `${name} has no data for ${listed([...new Set(uses.map(({ type }) => type.name))])}: English is used`,
      at: first.at,
      path: first.path,
    });
  }
}

/** The uses of a locale at one place that lacks their data, by its name. */
function lackingUses(
  uses: readonly LocaleUse[],
): readonly (readonly [name: string, uses: readonly LocaleUse[]])[] {
  const found = new Map<string, { readonly name: string; readonly uses: LocaleUse[] }>();
  for (const use of uses)
    for (const [name] of use.locale.shares) {
      if (use.type.locale?.lacks(name) !== true) continue;
      const key = `${use.at.offset} ${name}`;
      const known = found.get(key) ?? { name, uses: [] };
      found.set(key, known);
      known.uses.push(use);
    }
  return [...found.values()].map(({ name, uses: each }) => [name, each]);
}

/** `a, b and c`; of many, the first ones and how many more there are. */
function listed(names: readonly string[]): string {
  const shown = names.length > MOST + 1 ? names.slice(0, MOST) : names;
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more types`] : shown;
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}

/** Rows to try, if they are small. */
const ROWS = 128;

interface Rejected {
  rows: number;
  readonly why: string;
}

/** Adds a note to fields whose type does not accept other fields' values in some sample rows, such as bounds in the wrong order. */
export function noteRejected(
  fields: readonly Field[],
  each: readonly ParsedField[],
  rowBytes: number,
  { entities, findings, sources: { data, incidents } }: Context,
): void {
  if (!fields.some(readsParams)) return;
  const rejected = new Map<string, Rejected>();
  const onRejected: OnRejected = (path, why, rows) => {
    const known = rejected.get(path);
    if (known === undefined) rejected.set(path, { rows, why });
    else known.rows += rows;
  };
  const sources = newSources(entities.byName, data, onRejected, incidents);
  const rows = Math.max(1, Math.min(ROWS, Math.floor(bounds.rowBytes / Math.max(1, rowBytes))));
  tryFields(fields, sources, rows);
  for (const [path, { rows: count, why }] of rejected) {
    const [name = '', ...inner] = path.split('\n');
    const found = each.find(({ field }) => field.name === name);
    const of =
      rows === 1 ? 'The sample row has' : `${count.toLocaleString('en')} values in ${rows} sample rows are`;
    findings.add({
      code: 'params',
      severity: 'note',
      message: `${[name, ...inner].filter((part) => part !== '').join('.')}: ${of} null where the params do not fit: ${why}`,
      hint: 'Make sure that the fields they read have values that fit, and bounds in order',
      at: found?.paramsAt ?? { offset: 0, length: 0 },
      path: [name, 'params'],
    });
  }
}

/** Whether a field, or one inside it, has params that read fields. */
const readsParams = ({ paramFields, fields = [], specs = [] }: Field): boolean =>
  paramFields !== undefined || [...fields, ...specs].some(readsParams);

/** The first value may be slow because lists are loaded: measure again until this much time has passed in total, in milliseconds. */
const AGAIN_MS = 4 * bounds.fieldMs;

/**
 * How often a row is generated before it counts as slow. A wall clock also runs while other programs do, so a single
 * measurement proves nothing.
 */
const TIMES = { wall: { least: 3, most: 5 }, cpu: { least: 1, most: 2 } } as const;

/**
 * Adds a note to fields that take over 50 ms per row. Skips fields that read others: they are cheap and cannot be generated
 * alone. Does nothing without a watch.
 */
export function noteSlow(each: readonly ParsedField[], { findings, sources, watch }: Context): void {
  if (watch === undefined) return;
  for (const { field, valueMs, times, references, at } of each) {
    if (references.length > 0) continue;
    const path = [field.name];
    const rowMs = (): number => {
      watch.onTrial?.(findings.place(at, path));
      const startMs = watch.now();
      tryFields([field], sources);
      return watch.now() - startMs;
    };
    // A single value was generated when the field was parsed.
    const ms = shortest((times === 1 ? valueMs : undefined) ?? rowMs(), rowMs, watch);
    if (ms <= bounds.fieldMs) continue;
    const message = `${field.name} takes ${Math.round(ms)} ms per row`;
    const hint = 'Reduce its count or length to send more than a few events per second';
    findings.add({ code: 'slow', severity: 'note', message, hint, at, path });
  }
}

/** The shortest of several measurements, if the first is too long. */
function shortest(firstMs: number, measure: () => number, { isWallClock = false }: Watch): number {
  const { least, most } = isWallClock ? TIMES.wall : TIMES.cpu;
  let ms = firstMs;
  let allMs = firstMs;
  for (let times = 1; ms > bounds.fieldMs && times < most; times++) {
    if (times >= least && allMs >= AGAIN_MS) break;
    const againMs = measure();
    allMs += againMs;
    ms = Math.min(ms, againMs);
  }
  return ms;
}
