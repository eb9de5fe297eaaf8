// Exports the scenarios of a document as one Hurl file.

import type { Facts } from '../fact/fact.ts'
import { type Exported, type ExportTarget, makeLeftOutList } from './target.ts'

export const hurl: ExportTarget = {
  name: 'hurl',
  about: 'the scenarios, as Hurl reads them',
  forms: ['hurl'],
  run: exportTarget,
}

function exportTarget({ model }: Facts): Exported {
  const leftOut = makeLeftOutList()
  const { scenarios } = model.document
  const groups = [...Map.groupBy(scenarios, ({ heading }) => `${heading.source.name}\n${heading.start}`).values()]
  const texts = groups.map((fences) => `${underlineTitle(fences[0]!.title)}\n\n${fences.map(({ text }) => text.trim()).join('\n\n')}\n`)
  const allText = scenarios.map(({ text }) => text).join('\n')
  if (groups.length > 1) leftOut.add('The fresh service for each scenario: Hurl runs all of them against one service, one after the other.')
  if (/^#\s*as\s*:/m.test(allText)) leftOut.add('The caller, `# as:`: a comment to Hurl, which needs the credential as a header.')
  if (/^#\s*advance\s*:/m.test(allText)) leftOut.add('The time that passes, `# advance:`: a comment to Hurl.')
  if (/^#\s*receive\s*:/m.test(allText))
    leftOut.add('Received requests, `# receive:` and the lines below it: comments to Hurl. `{{receiver}}`: a variable that Hurl needs.')
  if (/^#\s*version\s*:/m.test(allText)) leftOut.add('The version that is spoken, `# version:`: a comment to Hurl.')
  if (model.endpoints.value.operations.some(({ action }) => action === 'stream'))
    leftOut.add('Reading a stream up to the next event: Hurl waits for the end of the stream, which never comes.')
  const end = leftOut.all.length === 0 ? '' : `\n# Left out:\n${leftOut.all.map((sentence) => `# - ${sentence}`).join('\n')}\n`
  return { text: `${texts.join('\n')}${end}`, leftOut: leftOut.all }
}

/** The title with an underline, so that the scenario runner never reads it as a directive. */
function underlineTitle(title: string): string {
  return `# == ${title.replaceAll(/\s+/g, ' ').trim()} ==`
}
