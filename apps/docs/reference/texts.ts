import { templates } from '@catbird/engine';
import { families, slugOf } from '../site/structure.ts';
import { apiPage } from './api.ts';
import { formatted } from './page.ts';
import { templatePage, templatesPage } from './templates.ts';
import { GALLERY, galleryPage } from './gallery.ts';
import { familyPage, typesPage } from './types.ts';

/** Every page of the reference, or of these families and templates, by its path in `docs`. */
export async function referenceTexts(
  some = { families, templates, gallery: GALLERY },
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>([
    ['api.md', await formatted(apiPage())],
    ['types.md', await formatted(typesPage())],
    ['templates.md', await formatted(templatesPage())],
    ['gallery.md', await formatted(await galleryPage(some.gallery))],
  ]);
  for (const [family, types] of some.families)
    texts.set(`types/${family}.md`, await formatted(await familyPage(family, types)));
  for (const template of some.templates)
    texts.set(`templates/${slugOf(template)}.md`, await formatted(await templatePage(template)));
  return texts;
}
