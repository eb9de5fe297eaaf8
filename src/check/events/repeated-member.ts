// Reports two members of an envelope with the same value.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { type TemplateEntry, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'events/repeated-member'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    const envelope = slotValueOf(model.events.value.envelope)
    return envelope === undefined || typeof envelope !== 'object' || envelope.kind !== 'map' ? [] : checkEntries(envelope.entries)
  },
}

function checkEntries(entries: readonly TemplateEntry[]): Diagnostic[] {
  const firstByText = new Map<string, TemplateEntry>()
  return entries.flatMap((entry) => {
    if (entry.value.kind !== 'expression' || !isAuthored(entry.key.span)) return []
    const first = firstByText.getOrInsert(entry.value.text.trim(), entry)
    if (first === entry) return []
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(entry.name)} of every event is the same as ${quoteName(first.name)}`,
        { span: entry.key.span, text: 'the same value' },
        {
          others: [{ span: first.key.span, text: 'has it already' }],
          reason: 'Readers of the line expect that the two members tell different things.',
          help: 'Correct one of them: there are `event.id`, `event.type`, `event.time` and `event.data`.',
        },
      ),
    ]
  })
}
