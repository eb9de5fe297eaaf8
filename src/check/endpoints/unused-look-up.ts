// Reports look-ups of `with` whose record nothing reads.

import { type Help, advise, paste } from '../../diagnostic/help.ts'
import { reads } from '../../cel/reads.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Scalar } from '../../document/node.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { expressionsOf } from '../../typing/expressions-of.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/unused-look-up'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { operations } = facts.model.endpoints.value
    if (!operations.some(({ slots }) => slots.with.state === 'shown')) return []
    const namesByOperation = mapNamesReadByOperation(facts)
    // An alias puts one look-up into several operations: it is used if one of them reads it.
    const used = new Set(
      operations.flatMap((operation) =>
        listSpecifiedEntries(operation.slots.with).flatMap(({ name, key }) => (namesByOperation.get(operation)?.has(name) ? [key] : [])),
      ),
    )
    return operations.flatMap((operation) => (hasGap(operation) ? [] : reportUnused(operation, used, facts)))
  },
}

function mapNamesReadByOperation({ typing }: Facts): ReadonlyMap<Operation, ReadonlySet<string>> {
  const namesByOperation = new Map<Operation, Set<string>>()
  for (const { slot, operation } of typing.slots) {
    if (operation === undefined) continue
    const names = namesByOperation.getOrInsertComputed(operation, () => new Set())
    for (const expression of expressionsOf(slot, typing)) for (const { name } of reads(expression).variables) names.add(name)
  }
  return namesByOperation
}

function hasGap({ slots }: Operation): boolean {
  return Object.values(slots).some((slot) => 'state' in slot && (slot.state === 'gap' || slot.state === 'wrong'))
}

function reportUnused(operation: Operation, used: ReadonlySet<Scalar>, facts: Facts): Diagnostic[] {
  return listSpecifiedEntries(operation.slots.with).flatMap(({ name, key, value }) => {
    const resource = slotValueOf(value.find)?.text
    if (resource === undefined || used.has(key) || !isAuthored(key.span) || isRefusalNamed(operation, name, facts)) return []
    return [
      createDiagnostic(
        'warning',
        code,
        `Nothing reads ${quoteName(name)} of ${quoteName(operation.name)}`,
        { span: key.span, text: `any existing ${resource} is enough` },
        {
          reason: `A request only needs any existing ${resource}, related to the rest or not.`,
          help: advise`${suggestComparison(operation, name, resource, facts)}If it only needs to exist, name its refusal in part 7:${paste(`catalogue:\n  no-${name}: { on: not-found ${name}, status: 404 }`, 'errors')}`,
        },
      ),
    ]
  })
}

/** An entry of part 7 or a `never` that names the refusal shows that the look-up is intended. */
function isRefusalNamed({ slots: { never } }: Operation, name: string, { model: { errors } }: Facts): boolean {
  const words = [
    ...listSpecifiedEntries(errors.value.catalogue)
      .flatMap(({ value: { on } }) => slotValueOf(on) ?? [])
      .map(({ text }) => text),
    ...listSpecifiedEntries(never).map((each) => each.name),
  ]
  return words.some((word) => word.split(/\s+/).slice(1).includes(name))
}

/** Suggests how to use the look-up, if the record of the action refers to its resource. */
function suggestComparison(operation: Operation, name: string, resource: string, { typing: { domain } }: Facts): string | Help {
  const subject = findSubjectResource(operation, domain)
  const reference = [...(subject?.properties.values() ?? [])].find(
    (property) => property.reference?.resource === resource && !property.reference.many,
  )?.name
  if (reference === undefined) return ''
  if (operation.action === 'list') return advise`Compare it, for example${paste(`where: this.${reference} == ${name}`)}\n\n`
  if (operation.action === 'create') return advise`Use it, for example${paste(`set: { ${reference}: ${name} }`)}\n\n`
  return advise`Compare it, for example${paste(`require: { ${name}: this.${reference} == ${name} }`)}\n\n`
}
