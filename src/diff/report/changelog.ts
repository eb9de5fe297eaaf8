// The history of a document as Markdown: the changes of each edition, the newest first.

import type { Change } from '../change.ts'
import { sections } from './markdown.ts'
import { countText } from './words.ts'

export type EditionChanges = { readonly name: string; readonly before: string; readonly changes: readonly Change[] }

/** `first`: the oldest edition. */
export function changelog(title: string, first: string, editions: readonly EditionChanges[]): string {
  const entries = editions
    .toReversed()
    .map(
      ({ name, before, changes }) =>
        `## ${name}\n\nSince ${before}: ${countText(changes)}.\n${changes.length === 0 ? '' : `\n${sections(changes, '###')}`}`,
    )
  return `# Changelog of ${title}\n\n${[...entries, `## ${first}\n\nThe first edition.\n`].join('\n')}`
}
