// Reports two conventions of one layer that set different values in one place.

import type { Diagnostic, Label } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import type { PartName } from '../document/document.ts'
import { describeNode } from '../model/shape.ts'
import { type Author, nameAuthor } from './author.ts'
import type { Conflict, LayerValue } from './layer.ts'

/** One diagnostic for each pair of lines that contradict each other, however many places they fill. */
export function reportConflicts(part: PartName, conflicts: readonly Conflict[]): Diagnostic[] {
  const pairs = new Map<string, Conflict[]>()
  for (const conflict of conflicts) {
    const id = `${placeOf(conflict.first)} ${placeOf(conflict.second)}`
    pairs.getOrInsertComputed(id, () => []).push(conflict)
  }
  return [...pairs.values()].map((same) => reportConflict(part, same))
}

const placeOf = ({ author, node }: LayerValue): string => `${author.convention} ${node.span.source.name} ${node.span.start}`

function reportConflict(part: PartName, [conflict, ...more]: readonly Conflict[]): Diagnostic {
  const { path, first, second } = conflict!
  const [slot, ...above] = path.map(String).toReversed()
  const element =
    above.length === 0
      ? part
      : above
          .toReversed()
          .filter((step) => step !== 'catalogue' && step !== 'types')
          .join('.')
  const furtherText = more.length === 0 ? '' : `, and in ${more.length} more ${more.length === 1 ? 'place' : 'places'}`
  const message = `${quoteName(slot!)} of ${quoteName(element)} is ${describeNode(first.node)} by ${nameAuthor(first.author)} and ${describeNode(second.node)} by ${nameAuthor(second.author)}${furtherText}`
  const labelValue = ({ node }: LayerValue): Label => ({ span: node.span, text: `says ${describeNode(node)}` })
  if (first.author === second.author) {
    return createDiagnostic('error', 'convention/conflict', message, labelValue(second), {
      others: [labelValue(first)],
      reason: 'Two rules that fill one slot have no order.',
      help: 'Narrow one of them by its `where`.',
    })
  }
  return createDiagnostic('error', 'convention/conflict', message, labelAdopted(second.author), {
    others: [labelAdopted(first.author), labelValue(first), labelValue(second)],
    reason: 'Conventions of one layer have no order, so none takes precedence.',
    help: 'Write the value in the document, which takes precedence over both, or adopt only one of them.',
  })
}

const labelAdopted = (author: Author): Label => ({ span: author.adoption, text: `${nameAuthor(author)} is adopted here` })
