// Reports `set-null` on a required reference.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { indexModel } from '../../fact/model-index.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/set-null-required'

export const check: Check = { code, run: (facts) => [...checkProperties(facts), ...checkNestedReferences(facts)] }

function checkProperties({ typing }: Facts): Diagnostic[] {
  return [...typing.domain.resources.values()].flatMap((resource) =>
    [...resource.properties.values()].flatMap(({ name, reference, required, nullable, source }): Diagnostic[] => {
      const slot = source?.keywords.onDelete
      if (reference?.onDelete !== 'set-null' || !required || nullable || reference.many || slot?.state !== 'shown') return []
      const requirements = [
        ...(slotValueOf(resource.source.slots.required) ?? []),
        ...(slotValueOf(resource.source.slots.key) ?? []),
      ].filter(({ text }) => text === name)
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(`${resource.name}.${name}`)} is required, and \`onDelete: set-null\` would take its value away`,
          { span: slot.at.span, text: `null, when its ${reference.resource} is deleted` },
          {
            others: requirements.map(({ node }) => ({ span: node.span, text: 'every record has it' })),
            help: `Delete the record too (\`cascade\`), keep the ${reference.resource} (\`restrict\`), or do not require the reference.`,
          },
        ),
      ]
    }),
  )
}

/** In a list the item is removed, in an object the member: if the list or object requires it, the record would become invalid. */
function checkNestedReferences({ model, typing }: Facts): Diagnostic[] {
  return [...indexModel(model, typing).references.values()]
    .flat()
    .flatMap(({ resource, path, target, onDelete, requirement }): Diagnostic[] => {
      if (requirement === undefined || onDelete.state !== 'shown' || onDelete.value !== 'set-null') return []
      const isItem = requirement.by !== 'required'
      const consequence = isItem ? 'remove it from the list, which may then have too few items' : 'remove it, but its object requires it'
      return [
        createDiagnostic(
          'error',
          code,
          `\`onDelete: set-null\` of ${quoteName(`${resource}.${path}`)} would ${consequence}`,
          { span: onDelete.at.span, text: `goes, when its ${target} is deleted` },
          {
            others: [{ span: requirement.at.span, text: 'it must stay' }],
            reason: 'The record would be stored in a form that its schema refuses.',
            help: `Keep the ${target} as long as it is referred to (\`restrict\`), or do not ${isItem ? 'ask for so many' : 'require the member'}.`,
          },
        ),
      ]
    })
}
