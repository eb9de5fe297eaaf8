// Reports an entry of `discloses`, or a `decides`, for data that is not hidden there.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listEventResources, listDeliveries, isFixed } from '../../fact/delivered.ts'
import { type DisclosingPlace, type Disclosure, collectDisclosures } from '../../fact/disclosures.ts'
import { collectExpressions } from '../../fact/expressions.ts'
import type { Facts } from '../../fact/fact.ts'
import { listTransitionGuards } from '../../fact/guards.ts'
import { analyseHiding } from '../../fact/hidden.ts'
import { hasRestrictedRecords } from '../../fact/rules.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import { indexModel } from '../../fact/model-index.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'authentication/unused-disclosure'

export const check: Check = {
  code,
  run(facts) {
    // Without part 5 the rules are unknown; with `none` no data is hidden.
    if (facts.model.authentication.state === 'not shown') return []
    const entries = collectDisclosures(facts.typing.domain).all.filter(
      ({ subject }) => subject.kind !== 'unknown' && subject.kind !== 'never',
    )
    return [...entries.flatMap((entry) => checkEntry(entry, facts)), ...checkDecides(facts)]
  },
}

function checkEntry(entry: Disclosure, facts: Facts): Diagnostic[] {
  const { name, key } = entry
  if (collectUsedDisclosures(entry, facts).has(name)) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `${quoteName(name)} is disclosed, but no rule hides it here`,
      { span: key.span, text: 'lifts no rule' },
      {
        reason: 'An entry lifts read rules of the expressions beside it. They do not evaluate this one.',
        help: advise`${remove('Remove it')}.`,
      },
    ),
  ]
}

function collectUsedDisclosures({ place, contents }: Disclosure, facts: Facts): ReadonlySet<string> {
  const { typing, model } = facts
  const hiding = analyseHiding(typing)
  const { expressions, texts } = collectExpressions(contents)
  const used = new Set([...expressions, ...texts].flatMap((slot) => [...hiding.analyseSlot(slot).usedDisclosures]))
  const add = (names: Iterable<string>): void => {
    for (const name of names) used.add(name)
  }
  if (place.kind === 'operation') {
    for (const { expression } of makeOperationContext(indexModel(model, typing), place.operation).transitions.flatMap(listTransitionGuards))
      add(hiding.analyseGuard(place.operation, expression).usedDisclosures)
    for (const { name, value } of listSpecifiedEntries(place.operation.slots.with))
      if (hasRestrictedRecords(model, slotValueOf(value.find)?.text ?? '')) add([name])
  }
  if (place.kind === 'view')
    for (const member of typing.domain.views.get(place.name)?.members ?? [])
      if (member.kind === 'take') add(hiding.analyseCopied(place.name, member.name).usedDisclosures)
  for (const delivered of listDeliveries(typing)) {
    if (isSamePlace(delivered.place, place) && !isFixed(delivered, typing))
      add(listEventResources(delivered, typing).flatMap(({ name }) => (hasRestrictedRecords(model, name) ? [name] : [])))
  }
  return used
}

function isSamePlace(one: DisclosingPlace, other: DisclosingPlace): boolean {
  return one.kind === other.kind && (one.kind !== 'callback' || one.name === (other as typeof one).name)
}

function checkDecides({ model }: Facts): Diagnostic[] {
  return model.endpoints.value.operations.flatMap((operation) =>
    listSpecifiedEntries(operation.slots.with).flatMap(({ value }) => {
      const resource = slotValueOf(value.find)?.text
      if (value.decides.state !== 'shown' || resource === undefined || hasRestrictedRecords(model, resource)) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `A ${quoteName(resource)} is never hidden, and ${quoteName('decides')} only finds hidden records`,
          { span: value.decides.at.span, text: 'lifts no rule' },
          { help: advise`${remove('Remove it')}.` },
        ),
      ]
    }),
  )
}
