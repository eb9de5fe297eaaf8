// Prints a comparison as Markdown, for a review or as an entry of a changelog.

import type { Change } from '../change.ts'
import type { Searched } from '../witness/witness.ts'
import { searchText } from './text.ts'
import { changeText, countText, printMotion, printPartName, placeOfChange, changePlaceText, listDecisiveMotions } from './words.ts'

const titles = { breaking: 'Breaking', review: 'To review', safe: 'Safe' } as const

export function printMarkdown(changes: readonly Change[], searched?: Searched): string {
  const end = searched === undefined ? '' : `\n${searchText(searched)}.\n`
  return `# ${countText(changes)}\n\n${printSections(changes, '##')}${end}`
}

/** `heading`: the level of the headings of severities. */
export function printSections(changes: readonly Change[], heading: string): string {
  return (['breaking', 'review', 'safe'] as const)
    .flatMap((severity) => {
      const selected = changes.filter((change) => change.severity === severity)
      return selected.length === 0 ? [] : [`${heading} ${titles[severity]}\n\n${selected.map(printItem).join('\n')}\n`]
    })
    .join('\n')
}

function printItem(change: Change): string {
  const { part, note, covered, operations, witness } = change
  const changed = changeText(change)
  const place = changePlaceText(change)
  const introduction = [
    ...listDecisiveMotions(change).map((motion) => `${printMotion(motion)}.`),
    ...(note === undefined ? [] : [note]),
    ...(covered === undefined ? [] : [covered]),
    ...(operations.length === 0 || change.severity === 'safe' ? [] : [`In ${operations.map(code).join(', ')}.`]),
  ]
  const lines = [
    `- **${printPartName(part)}** ${code(placeOfChange(change))}${changed === '' ? '' : ` ${escape(changed)}`}${place === '' ? '' : ` (${place})`}`,
    ...introduction.map((each) => `  ${escape(each)}`),
  ]
  return witness === undefined
    ? lines.join('\n')
    : `${lines.join('\n')}\n\n  ${escape(witness.says)}:\n\n${indentText(`\`\`\`hurl\n${witness.hurl.trimEnd()}\n\`\`\``)}\n`
}

const code = (text: string): string => (text.includes('`') ? text : `\`${text}\``)

/** Escapes Markdown's special characters. */
function escape(text: string): string {
  return text.replaceAll(/[<*_|]/g, (sign) => `\\${sign}`)
}

function indentText(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
