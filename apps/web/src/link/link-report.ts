import { jsonOf } from '@catbird/engine';
import { settingsOf } from '@catbird/send';
import { findDestination } from '../state/destinations.ts';
import type { Form, LinkReport } from '../state/config.ts';
import { checkForm, errorsOf, valuesOf } from '../state/settings.ts';
import { findTemplate } from '../state/templates.ts';
import { CUSTOM } from '../state/state.ts';
import { settingOfError } from '../state/stream-settings.ts';
import { PRESET, type Link } from './link.ts';

/** What a link led to. */
export interface Opened {
  readonly link: Link;
  readonly form: Form;
  readonly template: string;
  readonly content: string;
  /** Why its schema could not be read. */
  readonly failure: string | undefined;
}

/** What a link lacks and what of it is damaged; undefined if nothing. `search` is the whole query. */
export function linkReport(search: string, opened: Opened): LinkReport | undefined {
  const { link, form } = opened;
  const query = new URLSearchParams(search);
  const errors = new Map(Object.entries(errorsOf(checkForm(form))));
  const destination = findDestination(link.generatorName ?? '');
  const settings = destination === undefined ? [] : settingsOf(destination);
  const values = valuesOf(form);
  const own = new Map(settings.map((setting) => [setting.name, setting]));
  const isMissing = (name: string): boolean => own.has(name) && (values[name] ?? '') === '';
  const missing = [...errors.keys()].filter((name) => isMissing(name));
  // Without a destination, only what the link itself says counts.
  const isOfLink = (name: string): boolean => own.has(name) || settingOfError(name) !== undefined;
  const labelOf = (name: string): string | undefined => own.get(name)?.label ?? labelOfStream(name);
  const problemOf = (name: string, messages: readonly string[]): string =>
    [labelOf(name) ?? [], messages.join(', ')].flat().join(': ');
  const wrong = [...errors].filter(([name]) => !isMissing(name) && isOfLink(name));
  const problems = [
    ...unknownNames(query, link),
    ...wrong.map(([name, messages]) => problemOf(name, messages)),
    ...schemaProblems(opened),
  ];
  if (missing.length === 0 && problems.length === 0) return undefined;
  const labels = missing.map((name) => labelOf(name) ?? name);
  const bad = new Set(wrong.map(([name]) => name));
  return { missing: labels, problems, kept: keptOf(opened, query, bad) };
}

/** What the form calls a setting of the stream. Messages about time name the setting themselves. */
const labelOfStream = (name: string): string | undefined => {
  const setting = settingOfError(name);
  return setting?.group === 'time' ? undefined : setting?.label;
};

/** A destination and a template that the page does not have. */
function unknownNames(query: URLSearchParams, { generatorName }: Link): readonly string[] {
  const named = query.get('generatorName') ?? '';
  const template = query.get('template') ?? '';
  return [
    ...(named !== '' && generatorName === undefined ? [`Unknown destination ${shortened(named)}`] : []),
    ...(template !== '' && template !== CUSTOM && findTemplate(template) === undefined
      ? [`Unknown template ${shortened(template)}`]
      : []),
  ];
}

const LONGEST = 40;

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

function schemaProblems({ failure, template, content }: Opened): readonly string[] {
  if (failure !== undefined) return [failure];
  return template !== CUSTOM || jsonOf(content) !== undefined
    ? []
    : ['The schema in this link is not valid JSON. The link may have been cut off.'];
}

/** What was filled in nevertheless: labels and short phrases. */
function keptOf(
  { link, form, template, failure }: Opened,
  query: URLSearchParams,
  bad: ReadonlySet<string>,
): readonly string[] {
  const destination = findDestination(link.generatorName ?? '');
  const settings = destination === undefined ? [] : settingsOf(destination);
  const filled = settings.filter(({ name }) => (link.values[name] ?? '') !== '' && !bad.has(name));
  const holdsSchema = failure === undefined && (link.template !== undefined || link.schema !== undefined);
  const isGood = (name: string): boolean => query.has(name) && !bad.has(name);
  return [
    ...(destination === undefined ? [] : [destination.title]),
    ...filled.map(({ label }) => label),
    ...(isGood('eps') ? [`${form.eps} events per second`] : []),
    ...(isGood('limit') && form.limited ? [`a limit of ${form.limit}`] : []),
    ...(holdsSchema ? [template === CUSTOM ? 'the schema' : `the template ${template}`] : []),
    ...(link.seed === undefined ? [] : [`seed ${shortened(link.seed)}`]),
  ];
}

/** Whether a query names a schema of its own. */
export const holdsSchema = (search: string): boolean => {
  const query = new URLSearchParams(search);
  const schema = query.get('schema') ?? PRESET;
  return query.has('template') || (schema !== '' && schema !== PRESET);
};
