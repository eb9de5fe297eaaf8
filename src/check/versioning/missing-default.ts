// A property that is new and must be sent, and that older clients neither send nor are given a value for.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { split } from '../../fact/versions/history.ts'
import type { Operation } from '../../model/model.ts'
import { each, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/missing-default'

export const check: Check = {
  code,
  run: (facts) => each(facts.model.versioning.value.changes).flatMap(({ value }) => value.flatMap(({ add }) => (shown(add) ?? []).flatMap(({ name, key, slot }): Diagnostic[] => {
    const { owner, last } = split(name)
    const property = facts.typing.domain.resources.get(owner)?.properties.get(last)
    const isNeeded = property?.required === true && property.default === undefined && property.generate === undefined && property.writable
    if (slot.state === 'shown' || !isNeeded) return []
    const refusing = olderOperations(facts).filter((operation) => asksFor(operation, owner, last, facts)).map((operation) => operation.name)
    if (refusing.length === 0) return []
    return [diagnostic('warning', code, `${quoteName(name)} must be sent, and older clients cannot send it: ${joinWithAnd(refusing)} ${refusing.length === 1 ? 'refuses' : 'refuse'} them`, { span: key.span, text: 'nothing stands for it' }, {
      others: [{ span: property.at.span, text: 'required' }],
      reason: 'It is new, so no request of an older version has it.',
      help: `Say what their requests mean:\n\nadd: { ${name}: … }`,
    })]
  }))),
}

function olderOperations({ versions }: Facts): readonly Operation[] {
  return [...new Set(versions.filter(({ isNewest }) => !isNewest).flatMap(({ routes }) => routes.map(({ operation }) => operation)))]
}

function asksFor(operation: Operation, resource: string, property: string, { typing }: Facts): boolean {
  const { action, subject } = operation
  const whole = action === 'create' || action === 'replace' || action === 'put'
  return whole && subject?.text === resource && (typing.input(operation).body?.writes ?? []).some((write) => write.property === property)
}
