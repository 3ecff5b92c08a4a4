import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro/content/config';
import { glob } from 'astro/loaders';

/** The pages that `npm run docs` has written. Their names may hold dots, so that they are taken as they are. */
const written = glob({
  base: process.env['DOCS_PAGES'] ?? '',
  pattern: '**/*.md',
  generateId: ({ entry }) => entry.replace(/\.md$/, ''),
});

export const collections = { docs: defineCollection({ loader: written, schema: docsSchema() }) };
