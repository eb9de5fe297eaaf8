// Reports a delivery that causes its own event in a cycle: to the service itself, or by a reaction to its outcome.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts, OperationFacts } from '../../fact/fact.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { isSegmentOf } from '../../model/segment.ts'
import type { Check } from '../check.ts'
import { type DeclaredDelivery, listDeclaredDeliveries } from '../deliveries.ts'

const code = 'events/delivery-cycle'

export const check: Check = {
  code,
  run(facts) {
    const deliveries = listDeclaredDeliveries(facts.model).flatMap((delivery) => {
      const operation = findOperation(delivery, facts)
      return operation === undefined ? [] : [{ delivery, operation }]
    })
    const events = new Set(listSpecifiedEntries(facts.model.events.value.types).map(({ name }) => name))
    const listNextDeliveries = ({ operation }: DeliveryToService): DeliveryToService[] =>
      deliveries.filter(({ delivery: { name } }) =>
        operation.emits.some((emitted) => (name === 'webhooks' ? events.has(emitted) : emitted === name)),
      )
    return [
      ...checkOutcomes(facts),
      ...deliveries.flatMap((start) => {
        const cycle = findCycle(start, listNextDeliveries)
        if (cycle === undefined || start.delivery.destination.url.state !== 'shown') return []
        const names = cycle.map(({ operation }) => operation.operation.name)
        return [
          createDiagnostic(
            'warning',
            code,
            `${quoteName(start.delivery.name)} is delivered to the service itself, by ${joinWithAnd(names)}, which causes it again`,
            { span: start.delivery.destination.url.at.span, text: 'comes back' },
            {
              others: cycle.map(({ operation }) => ({ span: operation.operation.key.span, text: 'answers the delivery' })),
              reason: 'Each delivery is followed by another, as fast as they are answered, unless a condition ends it.',
              help: 'Let a transition do by `then` what the delivery is to do, or deliver it elsewhere.',
            },
          ),
        ]
      }),
    ]
  },
}

/** Webhooks deliver every type, so an event that an outcome causes is delivered, and has an outcome too. */
function checkOutcomes({ emitters, model }: Facts): Diagnostic[] {
  const { onDone, onError } = slotValueOf(slotValueOf(model.events.value.delivery)?.webhooks ?? { state: 'unsaid' }) ?? {}
  const others = [onDone, onError].flatMap((slot) => (slot?.state === 'shown' ? [{ span: slot.at.span, text: 'causes it' }] : []))
  return emitters
    .filter(({ kind, deliveries }) => kind === 'event' && deliveries.length > 0)
    .map(({ name, key }) =>
      createDiagnostic(
        'warning',
        code,
        `${quoteName(name)} is caused by the outcome of its delivery`,
        { span: key.span, text: 'delivered again and again' },
        {
          others,
          reason: 'Each delivery is followed by another, as fast as they are answered, unless a condition ends it.',
          help: 'Let a transition cause it that is made once, such as the one into a state `failing`, and name it in `on`; or leave its type out by `to`.',
        },
      ),
    )
}

type DeliveryToService = { readonly delivery: DeclaredDelivery; readonly operation: OperationFacts }

/** The deliveries on the shortest cycle. */
function findCycle(
  start: DeliveryToService,
  nextDeliveries: (from: DeliveryToService) => readonly DeliveryToService[],
): readonly DeliveryToService[] | undefined {
  const visited = new Set<DeliveryToService>()
  for (let paths: (readonly DeliveryToService[])[] = [[start]]; paths.length > 0;) {
    const longerPaths: (readonly DeliveryToService[])[] = []
    for (const path of paths) {
      for (const next of nextDeliveries(path.at(-1)!)) {
        if (next === start) return path
        if (visited.has(next)) continue
        visited.add(next)
        longerPaths.push([...path, next])
      }
    }
    paths = longerPaths
  }
  return undefined
}

/** The operation of this service that the address reaches; a computed part may be any segment. */
function findOperation({ destination }: DeclaredDelivery, { model, operations }: Facts): OperationFacts | undefined {
  const address = slotValueOf(destination.url)?.text
  const serviceUrl = slotValueOf(model.service.value.url)?.text
  const baseUrl =
    address === undefined
      ? undefined
      : (/^\$\{\s*service\.url\s*\}/.exec(address)?.[0] ??
        (serviceUrl !== undefined && address.startsWith(`${serviceUrl}/`) ? serviceUrl : undefined))
  if (address === undefined || baseUrl === undefined) return undefined
  const anySegment = '\0'
  const path = address
    .slice(baseUrl.length)
    .replaceAll(/\$\{[^}]*\}/g, anySegment)
    .replace(/[?#].*$/s, '')
  const segments = path.split('/').slice(1)
  const method = slotValueOf(destination.method) ?? 'POST'
  return operations.find(
    ({ operation }) =>
      operation.method === method &&
      operation.segments.length === segments.length &&
      operation.segments.every((segment, index) => isSegmentOf(segment, segments[index]!) || segments[index]!.includes(anySegment)),
  )
}
