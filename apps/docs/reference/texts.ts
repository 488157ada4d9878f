import { templates } from '@catbird/engine';
import { families } from '../site/structure.ts';
import { apiPage } from './api.ts';
import { formatted } from './page.ts';
import { templateFiles, templatesPage, templateTexts } from './templates.ts';
import { familyPage, typesPage } from './types.ts';

/** Every page and chart of the reference, or of these families and templates, by its path in `docs`. */
export async function referenceTexts(some = { families, templates }): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>([
    ['api.md', await formatted(apiPage())],
    ['types.md', await formatted(typesPage())],
    ['templates.md', await formatted(templatesPage())],
  ]);
  for (const [family, types] of some.families)
    texts.set(`types/${family}.md`, await formatted(await familyPage(family, types)));
  for (const template of some.templates) {
    const made = await templateTexts(template);
    for (const [i, file] of templateFiles(template).entries()) texts.set(`templates/${file}`, made[i] ?? '');
  }
  return texts;
}
