// A reference that every record has cannot be set to null when the other record goes.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/set-null-required'

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap((resource) =>
      [...resource.properties.values()].flatMap(({ name, reference, required, nullable, source }): Diagnostic[] => {
        const slot = source?.keywords.onDelete
        if (reference?.onDelete !== 'set-null' || !required || nullable || reference.many || slot?.state !== 'shown') return []
        const words = [...(shown(resource.source.slots.required) ?? []), ...(shown(resource.source.slots.key) ?? [])].filter(({ text }) => text === name)
        return [
          diagnostic('error', code, `${quoted(`${resource.name}.${name}`)} is required, and \`onDelete: set-null\` would take its value away`, { span: slot.at.span, text: `null, when its ${reference.resource} is deleted` }, {
            others: words.map(({ node }) => ({ span: node.span, text: 'every record has it' })),
            help: `Delete the record too (\`cascade\`), keep the ${reference.resource} (\`restrict\`), or do not require the reference.`,
          }),
        ]
      })),
}
