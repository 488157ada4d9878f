import { simpleExample, type Template } from '@catbird/engine';

/** Template name of a schema that matches no template. */
export const CUSTOM = 'Custom';

/** The templates that have loaded. Most of their texts are not needed, and the page opens sooner without. */
const loaded: { templates: readonly Template[] } = { templates: [simpleExample] };

/** Loads all templates. Called before one is chosen, or named by a link: see `loadNamed`. */
export async function loadTemplates(): Promise<void> {
  loaded.templates = (await import('./all-templates.ts')).templates;
}

/** The template with exactly this name, or undefined; of those that have loaded. */
export const findTemplate = (name: string): Template | undefined =>
  loaded.templates.find((template) => template.name === name);
