// The history of a document: the changes of each edition, the newest first, as Markdown or JSON.

import type { JsonObject } from '../../base/json.ts'
import type { Change } from '../change.ts'
import { makeChangesJson } from './json.ts'
import { printSections } from './markdown.ts'
import { countText } from './words.ts'

export type EditionChanges = { readonly name: string; readonly before: string; readonly changes: readonly Change[] }

/** `first`: the name of the oldest edition. */
export type History = { readonly title: string; readonly first: string; readonly editions: readonly EditionChanges[] }

export function makeChangelogJson({ title, first, editions }: History): JsonObject {
  return {
    title,
    editions: [
      ...editions.toReversed().map(({ name, before, changes }) => ({ name, since: before, ...makeChangesJson(changes) })),
      { name: first },
    ],
  }
}

export function printChangelogMarkdown({ title, first, editions }: History): string {
  const entries = editions
    .toReversed()
    .map(
      ({ name, before, changes }) =>
        `## ${name}\n\nSince ${before}: ${countText(changes)}.\n${changes.length === 0 ? '' : `\n${printSections(changes, '###')}`}`,
    )
  return `# Changelog of ${title}\n\n${[...entries, `## ${first}\n\nThe first edition.\n`].join('\n')}`
}
