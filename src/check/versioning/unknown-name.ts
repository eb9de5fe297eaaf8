// Reports names in changes that do not exist in the version after the change.

import { advise, offerNames, paste, quoteWordsWithAnd } from '../../diagnostic/help.ts'
import { findNearest } from '../../base/nearest.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownProperty, reportUnknownResource, reportUnknownName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { splitName } from '../../fact/versions/history.ts'
import { slotValueOf } from '../../model/slot.ts'
import { openEvents } from '../../model/versioning.ts'
import type { Check } from '../check.ts'
import { type NameMistake, findNameMistakes } from '../versioned-names.ts'

const code = 'versioning/unknown-name'

export const check: Check = {
  code,
  run: (facts) => [
    ...checkOpenNames(facts),
    ...findNameMistakes(facts)
      .filter(({ kind }) => kind === 'unknown')
      .map(diagnose),
  ],
}

function diagnose({ noun, name, owner, node: { span }, possibleNames, possibleLines, nameAlone }: NameMistake): Diagnostic {
  if (nameAlone !== undefined) return reportRepeatedOwner(name, span, nameAlone, possibleNames)
  if (possibleLines !== undefined) return reportBareName(name, span, possibleLines)
  const diagnostic = reportUnknownName(code, noun, name, span, possibleNames)
  return owner === undefined ? diagnostic : { ...diagnostic, unknown: { name, owner } }
}

/** A name alone refers to a catalogue entry; a property needs its owner before it. */
function reportBareName(name: string, span: Span, possibleLines: readonly string[]): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `${quoteName(name)} does not name its resource, view or shape`,
    { span, text: 'names an entry of the catalogue' },
    {
      reason: 'A name alone is an entry of the catalogue; a property follows its resource, view or shape.',
      help: advise`${possibleLines.length > 1 ? 'Write one of these' : 'Write'}${paste(`${possibleLines.slice(0, 4).join('\n')}`)}`,
    },
  )
}

/** The left side of `rename` names the owner already: `Order.client: customer`. */
function reportRepeatedOwner(name: string, span: Span, nameAlone: string, possibleNames: readonly string[]): Diagnostic {
  const suggestions = possibleNames.includes(nameAlone) ? [nameAlone] : findNearest(nameAlone, possibleNames)
  return createDiagnostic(
    'error',
    code,
    `${quoteName(name)} repeats the owner of the property`,
    { span, text: 'the new name stands alone' },
    {
      reason: 'The former name on the left says whose property it is.',
      help: suggestions.length > 0 ? offerNames(suggestions) : advise`There are ${quoteWordsWithAnd(possibleNames)}.`,
    },
  )
}

/** An open enumeration must exist. */
function checkOpenNames({ model, typing: { domain }, machines }: Facts): Diagnostic[] {
  const openNames = slotValueOf(slotValueOf(model.versioning.value.compatibility)?.open ?? { state: 'unsaid' }) ?? []
  if (model.resources.state === 'not shown') return []
  return openNames.flatMap(({ text, node }): Diagnostic[] => {
    const { owner, last } = splitName(text)
    const shape = domain.shapes.get(owner)?.type
    const members = domain.resources.get(owner)?.properties.keys() ?? (shape?.kind === 'object' ? shape.members.keys() : undefined)
    // A name without a dot is a union, or the set of all types of events.
    if (owner === '')
      return text === openEvents || domain.shapes.has(text)
        ? []
        : [reportUnknownName(code, 'shape', text, node.span, [...domain.shapes.keys(), openEvents])]
    if (owner.includes('.') || machines.some(({ machine }) => machine.name === text)) return []
    if (members === undefined)
      return [reportUnknownResource(code, 'resource or shape', owner, node.span, [...domain.resources.keys(), ...domain.shapes.keys()])]
    const possibleNames = [...members]
    return possibleNames.includes(last) ? [] : [reportUnknownProperty(code, owner, last, node.span, possibleNames)]
  })
}
