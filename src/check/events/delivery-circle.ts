// Reports a delivery that causes its own event in a cycle: to the service itself, or by a reaction to its outcome.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts, OperationFacts } from '../../fact/fact.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type DeclaredDelivery, declaredDeliveries } from '../deliveries.ts'

const code = 'events/delivery-circle'

export const check: Check = {
  code,
  run(facts) {
    const deliveries = declaredDeliveries(facts.model).flatMap((delivered) => {
      const operation = operationAt(delivered, facts)
      return operation === undefined ? [] : [{ delivered, operation }]
    })
    const events = new Set(specifiedEntries(facts.model.events.value.types).map(({ name }) => name))
    const leadsOn = ({ operation }: To): To[] =>
      deliveries.filter(({ delivered: { name } }) =>
        operation.emits.some((emitted) => (name === 'webhooks' ? events.has(emitted) : emitted === name)),
      )
    return [...causedByOutcomes(facts), ...deliveries.flatMap((start) => {
      const way = pathBack(start, leadsOn)
      if (way === undefined || start.delivered.destination.url.state !== 'shown') return []
      const names = way.map(({ operation }) => operation.operation.name)
      return [
        diagnostic(
          'warning',
          code,
          `${quoteName(start.delivered.name)} is delivered to the service itself, by ${joinWithAnd(names)}, which causes it again`,
          { span: start.delivered.destination.url.at.span, text: 'comes back' },
          {
            others: way.map(({ operation }) => ({ span: operation.operation.key.span, text: 'answers the delivery' })),
            reason: 'Each delivery is followed by another, as fast as they are answered, unless a condition ends it.',
            help: 'Let a transition do by `then` what the delivery is to do, or deliver it elsewhere.',
          },
        ),
      ]
    })]
  },
}

/** Webhooks deliver every type, so an event that an outcome causes is delivered, and has an outcome too. */
function causedByOutcomes({ emitters, model }: Facts): Diagnostic[] {
  const { onDone, onError } = slotValue(slotValue(model.events.value.delivery)?.webhooks ?? { state: 'unsaid' }) ?? {}
  const others = [onDone, onError].flatMap((slot) => (slot?.state === 'shown' ? [{ span: slot.at.span, text: 'causes it' }] : []))
  return emitters
    .filter(({ kind, deliveries }) => kind === 'event' && deliveries.length > 0)
    .map(({ name, key }) =>
      diagnostic(
        'warning',
        code,
        `${quoteName(name)} is caused by the outcome of its own delivery`,
        { span: key.span, text: 'delivered again and again' },
        {
          others,
          reason: 'Each delivery is followed by another, as fast as they are answered, unless a condition ends it.',
          help: 'Let a transition cause it that is made once, such as the one into a state `failing`, and name it in `on`; or leave its type out by `to`.',
        },
      ),
    )
}

type To = { readonly delivered: DeclaredDelivery; readonly operation: OperationFacts }

/** The deliveries on the shortest cycle. */
function pathBack(start: To, leadsOn: (from: To) => readonly To[]): readonly To[] | undefined {
  const seen = new Set<To>()
  for (let ways: (readonly To[])[] = [[start]]; ways.length > 0;) {
    const next: (readonly To[])[] = []
    for (const way of ways) {
      for (const to of leadsOn(way.at(-1)!)) {
        if (to === start) return way
        if (seen.has(to)) continue
        seen.add(to)
        next.push([...way, to])
      }
    }
    ways = next
  }
  return undefined
}

/** The operation of this service that the address reaches; a computed part may be any segment. */
function operationAt({ destination }: DeclaredDelivery, { model, operations }: Facts): OperationFacts | undefined {
  const address = slotValue(destination.url)?.text
  const own = slotValue(model.service.value.url)?.text
  const begin =
    address === undefined
      ? undefined
      : (/^\$\{\s*service\.url\s*\}/.exec(address)?.[0] ?? (own !== undefined && address.startsWith(`${own}/`) ? own : undefined))
  if (address === undefined || begin === undefined) return undefined
  const any = '\0'
  const path = address.slice(begin.length).replaceAll(/\$\{[^}]*\}/g, any).replace(/[?#].*$/s, '')
  const parts = path.split('/').slice(1)
  const method = slotValue(destination.method) ?? 'POST'
  return operations.find(
    ({ operation }) =>
      operation.method === method &&
      operation.segments.length === parts.length &&
      operation.segments.every(
        (segment, index) => segment.kind === 'parameter' || parts[index] === segment.text || parts[index]!.includes(any),
      ),
  )
}
