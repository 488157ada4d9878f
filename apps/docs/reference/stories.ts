import { templates, type Template } from '@catbird/core';
import type { Story } from './story.ts';

const found = import.meta.glob<Story>('../../../packages/core/src/templates/*.story.ts', {
  eager: true,
  import: 'story',
});
const stories: ReadonlyMap<string, Story> = new Map(
  Object.entries(found).map(([file, story]) => [file.replace(/^.*\/(.+)\.story\.ts$/, '$1'), story]),
);

/** A template's name in the paths of its files. */
export const slugOf = ({ name }: Pick<Template, 'name'>): string => name.toLowerCase().replaceAll(' ', '-');

/** A template's story. Without one, its page has no charts. */
export const storyOf = (template: Pick<Template, 'name'>): Story =>
  stories.get(slugOf(template)) ?? { about: '', charts: {} };

/** Stories whose template does not exist. */
export const orphans = (): readonly string[] => {
  const slugs = new Set(templates.map(slugOf));
  return [...stories.keys()].filter((slug) => !slugs.has(slug));
};
