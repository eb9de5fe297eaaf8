// Reports uses of `writeOnly` properties: they must not occur in responses, events or errors, nor in filters or sort orders.

import { type Help, advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { readRootProperty, listSelectionWords } from '../../model/filters.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Property } from '../../typing/domain.ts'
import { resolveComparison } from '../../typing/filters.ts'
import type { Role } from '../../typing/slots/roles.ts'
import type { Check } from '../check.ts'
import { listPayloadProperties, findDeclaration } from '../events/payload.ts'
import { findSpan, listTyped } from '../expressions/typed.ts'

const code = 'resources/sent-write-only'

/** Views are checked where they are called. Delivery addresses and secrets belong to the receiver. */
const sendingRoles: ReadonlySet<Role> = new Set<Role>([
  'endpoints.output',
  'endpoints.headers',
  'events.data',
  'events.envelope',
  'events.text',
  'events.partitionkey',
  'errors.body',
  'errors.text',
  'errors.headers',
])

export const check: Check = {
  code,
  run: (facts) => [...checkResponses(facts), ...checkLists(facts)],
}

function checkResponses(facts: Facts): Diagnostic[] {
  const { typing } = facts
  return listTyped(typing)
    .filter(({ use }) => sendingRoles.has(use.role))
    .flatMap((typed): Diagnostic[] => {
      for (const included of listPayloadProperties(typed.expression, facts)) {
        const at = findDeclaration(included, 'writeOnly', typing.domain)
        if (at === undefined) continue
        const path = [included.resource, included.property.name, ...included.path].join('.')
        const pronoun = at === included.property.at || path.endsWith(`.${at.text}`) ? 'which' : `in which ${quoteName(at.text)}`
        return [
          createDiagnostic(
            'error',
            code,
            `this sends ${included.isComputed ? 'a value computed from ' : ''}${quoteName(path)}, ${pronoun} is \`writeOnly\``,
            { span: findSpan(typed, typed.expression), text: 'sent here' },
            explain(at),
          ),
        ]
      }
      return []
    })
}

function checkLists(facts: Facts): Diagnostic[] {
  const { model, typing } = facts
  const { domain } = typing
  return model.endpoints.value.operations.flatMap(({ slots, subject }) => {
    const properties = domain.resources.get(subject?.text ?? '')?.properties
    return (['filter', 'sort', 'order'] as const).flatMap((key) =>
      listSelectionWords(slots, key).flatMap(({ text, node }): Diagnostic[] => {
        const name = text.replace(/^-/, '')
        const property = properties?.get(readRootProperty(name))
        const isWriteOnly =
          property?.source !== undefined &&
          (slotValueOf(property.source.keywords.writeOnly) === true ||
            (key === 'filter' && resolveComparison(name, domain.resources.get(subject!.text)!, domain) === 'write-only'))
        const source =
          property?.compute &&
          listPayloadProperties(typing.expression(property.compute.expression), facts).find(
            (included) => findDeclaration(included, 'writeOnly', domain) !== undefined,
          )
        if (property === undefined || (!isWriteOnly && source === undefined)) return []
        const told = source === undefined ? `${subject!.text}.${name}` : `${source.resource}.${source.property.name}`
        return [
          createDiagnostic(
            'error',
            code,
            `${quoteName(key)} reveals ${source === undefined ? '' : 'a value computed from '}${quoteName(told)}, which is \`writeOnly\``,
            { span: node.span, text: key === 'filter' ? 'found by trying values' : 'its order is seen' },
            explain(source?.property.at ?? property.at),
          ),
        ]
      }),
    )
  })
}

function explain(at: Property['at']): { readonly others: Diagnostic['others']; readonly reason: string; readonly help: Help } {
  return {
    others: [{ span: at.span, text: 'declared `writeOnly`' }],
    reason: 'A `writeOnly` property is accepted and never sent; readers of the document rely on it.',
    help: advise`${remove('Remove it')} here, or ${remove('remove `writeOnly`', 'writeOnly')} if clients may see the value. An expression may show whether a value exists (\`this.x != null\`).`,
  }
}
