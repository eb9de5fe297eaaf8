// Reports a required property without a source when a record is created or replaced: the body, `set`, `generate`, `default` or the path.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { slotValue } from '../../model/slot.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { ownSets } from '../states/writes.ts'
import { subjectOf } from './subject.ts'

const code = 'endpoints/missing-property'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => ofOperation(operation, facts)),
}

function ofOperation(operation: Operation, { typing }: Facts): Diagnostic[] {
  const { action, slots, subject } = operation
  const { body } = typing.input(operation)
  // Without a body, a request contains no field.
  const mayLack = body?.nullable === true
  const replaces = action === 'replace'
  const resource = action === 'create' || action === 'put' || replaces ? subjectOf(operation, typing.domain) : undefined
  const isOpen = [slots.body, slots.set, slots.by].some(({ state }) => state === 'gap' || state === 'wrong')
  if (resource === undefined || subject === undefined || isOpen || !isKnown(resource)) return []
  const givenNames = new Set([
    ...(mayLack ? [] : (body?.writes ?? [])).map(({ property }) => property),
    ...(slotValue(slots.set) ?? []).map(({ name }) => name),
    ...(action === 'put' ? [...(slotValue(slots.by) ?? []).map(({ name }) => name), ...typing.input(operation).path.keys()] : []),
    ...ofItself(resource),
  ])
  const lacking = [...resource.properties.values()].filter(
    (property) => isNeeded(property) && !givenNames.has(property.name) && !(replaces && isKept(property, resource)),
  )
  if (lacking.length === 0) return []
  const names = lacking.map(({ name }) => name)
  return [
    diagnostic(
      'error',
      code,
      `${quoteName(operation.name)} ${replaces ? 'leaves' : 'makes'} ${article(resource.name)} without ${joinWithAnd(names)}, which each one has`,
      { span: subject.node.span, text: 'lacks what is required' },
      {
        others: lacking.map(({ at }) => ({ span: at.span, text: 'required, and nothing gives it a value' })),
        reason: reasonOf(mayLack, replaces),
        help: `${mayLack ? 'Write it' : 'Take it from the body, or write it'}, for example\n\nset: { ${names.map((name) => `${name}: ${replaces ? `this.${name}` : '…'}`).join(', ')} }`,
      },
    ),
  ]
}

function reasonOf(mayLack: boolean, replaces: boolean): string {
  if (mayLack) return 'A request without a body brings none of its fields, and would be refused.'
  return replaces
    ? '`replace` removes each value that the request does not give, so every request would be refused.'
    : 'Every request would be refused, regardless of its content.'
}

/** Replacing a record keeps its key and the properties that are written only on creation. */
function isKept({ name, writable, immutable }: Property, { key }: ResourceInfo): boolean {
  return !writable || immutable || key.includes(name)
}

/** If the required properties are not shown, none is missing. */
function isKnown({ type, source }: ResourceInfo): boolean {
  return (
    type.open !== true &&
    source.slots.required.state !== 'gap' &&
    source.slots.required.state !== 'wrong' &&
    source.slots.tenant.state !== 'wrong'
  )
}

/** Properties that the service writes itself: initial states, their effects, and the tenant. */
function ofItself({ machines, source }: ResourceInfo): string[] {
  const entered = machines.flatMap((machine) => ownSets(machine).flatMap((set) => (slotValue(set) ?? []).map(({ name }) => name)))
  return [...entered, ...(slotValue(source.slots.tenant) ?? []).map(({ name }) => name)]
}

function isNeeded({ required, nullable, source, generate, compute, default: fallback, machine, inverse }: Property): boolean {
  const isWrong = source?.keywords.generate.state === 'wrong'
  return required && !nullable && !isWrong && [generate, compute, fallback, machine, inverse].every((origin) => origin === undefined)
}

function article(name: string): string {
  return `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`
}
