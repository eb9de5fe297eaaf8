// A stream tells a caller of the records that it may read, whole: what it may not read of them, or of others, must not be in what it is told.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { isHiding, isWithheld } from '../../fact/rules.ts'
import type { Model } from '../../model/model.ts'
import { type Word, each, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type Carried, carriedBy } from './payload.ts'

const code = 'events/unreadable-data'

export const check: Check = {
  code,
  run(facts) {
    const { model } = facts
    const streams = model.endpoints.value.operations.flatMap(({ slots }) => shown(slots.stream) ?? [])
    return each(model.events.value.types).flatMap(({ name, value }) => {
      const stream = streams.find(({ text }) => text === name)
      return stream === undefined ? [] : carriedBy(value, facts).flatMap(({ node, carried }) => {
        const found = carried.find((one) => !one.made && whyNot(one, model) !== undefined)
        return found === undefined ? [] : [told(name, node.span, found, stream, facts)]
      })
    })
  },
}

/** What is computed is the author's word; a path, or a view, shows what it leads to. */
function whyNot({ resource, property, reached }: Carried, model: Model): 'property' | 'record' | undefined {
  if (isWithheld(model, resource, property.name)) return 'property'
  return reached && isHiding(model, resource) ? 'record' : undefined
}

function told(name: string, span: Diagnostic['primary']['span'], found: Carried, stream: Word, { model }: Facts): Diagnostic {
  const what = `${found.resource}.${found.property.name}`
  const limited = whyNot(found, model) === 'property' ? `who may read it is limited` : `not everybody may read the ${found.resource} that it is of`
  return diagnostic('error', code, `${quoted(name)} is streamed and carries ${quoted(what)}, and ${limited}`, { span, text: 'told to whoever may read the record that the event is about' }, {
    others: [{ span: stream.node.span, text: 'streamed here' }],
    reason: 'What an event carries is made once, for all who are told of it.',
    help: 'Leave it out: who may read it asks for the record that the event names.',
  })
}
