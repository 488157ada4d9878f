import type { Invalid, SchemaIssue } from '@catbird/engine';
import {
  fromYaml,
  isYaml,
  placedIn,
  templateNamed,
  type EntitiesSource,
  type Placed,
  type SchemaSource,
} from '@catbird/stream';
import type { ConfigIssue, Files } from '../state/streams.ts';

/** A JSON text and the places of its issues; or why there is none. */
export type SourceText =
  | {
      readonly ok: true;
      readonly json: string;
      readonly placed: (issues: readonly SchemaIssue[]) => Promise<readonly ConfigIssue[]>;
    }
  | (Invalid<ConfigIssue> & { readonly missing: readonly string[] });

/** No text. @param missing files that are named and were not given */
const unread = (issues: readonly ConfigIssue[], missing: readonly string[] = []): SourceText => ({
  ok: false,
  issues,
  missing,
});

const NO_REPLAY =
  'replay: recordings are files that a page cannot read. Run this config with catbird run, or make a schema of it with From a sample';

/** The text of a schema, or of entities. */
export async function textOf(
  source: Exclude<SchemaSource, { readonly entity: string }> | EntitiesSource,
  files: Files,
): Promise<SourceText> {
  if ('text' in source) {
    const { text, name, origin } = source;
    const placed = (issues: readonly SchemaIssue[]) =>
      origin === undefined ? { issues, name, text } : placedIn(origin, issues, text);
    // A part of the config has its places there.
    return { ok: true, json: text, placed: async (issues) => placesOf(await placed(issues), false) };
  }
  if ('template' in source) {
    const found = templateNamed(source.template);
    return found.ok
      ? asJson(found.template.text, found.template.name)
      : unread(found.issues.map((issue) => ({ ...issue, at: undefined })));
  }
  if ('replay' in source) return unread([{ message: NO_REPLAY, at: undefined }]);
  return fileText(source.file, files);
}

async function fileText(file: string, files: Files): Promise<SourceText> {
  const given = Object.hasOwn(files, file) ? files[file] : undefined;
  if (given === undefined)
    return unread([{ message: `${file} is missing. Add the file`, at: undefined }], [file]);
  const text = given.replace(/^\uFEFF/, '');
  if (!isYaml(file)) return asJson(text, file);
  const converted = await fromYaml(text);
  if (!converted.ok) return unread(placesOf({ issues: converted.issues, name: file, text }));
  const { json, inText } = converted;
  return {
    ok: true,
    json,
    placed: async (issues) => placesOf({ issues: issues.map(inText), name: file, text }),
  };
}

const asJson = (text: string, name: string): SourceText => ({
  ok: true,
  json: text,
  placed: async (issues) => placesOf({ issues, name, text }),
});

const placesOf = ({ issues, name }: Placed, isElsewhere = true): readonly ConfigIssue[] =>
  issues
    .filter(({ severity }) => severity === 'error')
    .map((issue) => ({
      message: [issue.message, ...(issue.hint === undefined ? [] : [issue.hint])].join('. '),
      at: issue,
      ...(isElsewhere && { file: name }),
    }));
