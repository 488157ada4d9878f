import {
  fromYaml,
  isYaml,
  placedIn,
  templateNamed,
  type EntitiesSource,
  type Placed,
  type SchemaSource,
} from '@catbird/core/internal/config';
import type { Issue } from '@catbird/core';
import type { ConfigProblem, Files } from '../state/streams.ts';

/** A JSON text and the places of its issues; or why there is none. */
export type SourceText =
  | {
      readonly ok: true;
      readonly json: string;
      readonly problemsOf: (issues: readonly Issue[]) => Promise<readonly ConfigProblem[]>;
    }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[]; readonly missing: readonly string[] };

/** The text of a schema, or of entities. */
export async function textOf(
  source: Exclude<SchemaSource, { readonly entity: string }> | EntitiesSource,
  files: Files,
): Promise<SourceText> {
  if ('text' in source) {
    const { text, name, origin } = source;
    const placed = (issues: readonly Issue[]) =>
      origin === undefined ? { issues, name, text } : placedIn(origin, issues, text);
    // A part of the config has its places there.
    return { ok: true, json: text, problemsOf: async (issues) => problemsOf(await placed(issues), false) };
  }
  if ('template' in source) {
    const template = templateNamed(source.template);
    return typeof template === 'string'
      ? { ok: false, problems: [{ text: template, at: undefined }], missing: [] }
      : asJson(template.text, template.name);
  }
  return fileText(source.file, files);
}

async function fileText(file: string, files: Files): Promise<SourceText> {
  const given = Object.hasOwn(files, file) ? files[file] : undefined;
  if (given === undefined)
    return {
      ok: false,
      problems: [{ text: `${file} is missing. Add the file`, at: undefined }],
      missing: [file],
    };
  const text = given.replace(/^\uFEFF/, '');
  if (!isYaml(file)) return asJson(text, file);
  const converted = await fromYaml(text);
  if ('issue' in converted)
    return { ok: false, problems: problemsOf({ issues: [converted.issue], name: file, text }), missing: [] };
  const { json, inText } = converted;
  return {
    ok: true,
    json,
    problemsOf: async (issues) => problemsOf({ issues: issues.map(inText), name: file, text }),
  };
}

const asJson = (text: string, name: string): SourceText => ({
  ok: true,
  json: text,
  problemsOf: async (issues) => problemsOf({ issues, name, text }),
});

const problemsOf = ({ issues, name }: Placed, isElsewhere = true): readonly ConfigProblem[] =>
  issues
    .filter(({ severity }) => severity === 'error')
    .map((issue) => ({
      text: [issue.message, ...(issue.hint === undefined ? [] : [issue.hint])].join('. '),
      at: issue,
      ...(isElsewhere && { file: name }),
    }));
