// Reports an entry of `discloses`, or a `decides`, for data that is not hidden there.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { aboutOf, deliveredBy, isFixed } from '../../fact/delivered.ts'
import { type DisclosingPlace, type Disclosure, disclosuresOf } from '../../fact/disclosures.ts'
import { collectExpressions } from '../../fact/expressions.ts'
import type { Facts } from '../../fact/fact.ts'
import { guardsOfTransition } from '../../fact/guards.ts'
import { hidingOf } from '../../fact/hidden.ts'
import { isHiding } from '../../fact/rules.ts'
import { contextOfOperation } from '../../fact/operation-context.ts'
import { world } from '../../fact/world.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'authentication/unused-disclosure'

export const check: Check = {
  code,
  run(facts) {
    // Without part 5 the rules are unknown; with `none` no data is hidden.
    if (facts.model.authentication.state === 'not shown') return []
    const entries = disclosuresOf(facts.typing.domain).all.filter(({ subject }) => subject.kind !== 'unknown' && subject.kind !== 'never')
    return [...entries.flatMap((entry) => checkEntry(entry, facts)), ...decidesOf(facts)]
  },
}

function checkEntry(entry: Disclosure, facts: Facts): Diagnostic[] {
  const { name, key } = entry
  if (liftedAt(entry, facts).has(name)) return []
  return [
    diagnostic(
      'warning',
      code,
      `${quoteName(name)} is disclosed, and nothing here hides it`,
      { span: key.span, text: 'lifts no rule' },
      {
        reason: 'An entry lifts read rules of the expressions beside it. They do not evaluate this one.',
        help: 'Remove it.',
      },
    ),
  ]
}

function liftedAt({ place, holds }: Disclosure, facts: Facts): ReadonlySet<string> {
  const { typing, model } = facts
  const hiding = hidingOf(typing)
  const { expressions, texts } = collectExpressions(holds)
  const lifted = new Set([...expressions, ...texts].flatMap((slot) => [...hiding.ofSlot(slot).lifts]))
  const add = (names: Iterable<string>): void => {
    for (const name of names) lifted.add(name)
  }
  if (place.kind === 'operation') {
    for (const { expression } of contextOfOperation(world(model, typing), place.operation).transitions.flatMap(guardsOfTransition))
      add(hiding.asWithin(place.operation, expression).lifts)
    for (const { name, value } of specifiedEntries(place.operation.slots.with))
      if (isHiding(model, slotValue(value.find)?.text ?? '')) add([name])
  }
  if (place.kind === 'view')
    for (const member of typing.domain.views.get(place.name)?.members ?? [])
      if (member.kind === 'take') add(hiding.ofCopied(place.name, member.name).lifts)
  for (const delivered of deliveredBy(typing)) {
    if (isSame(delivered.place, place) && !isFixed(delivered, typing))
      add(aboutOf(delivered, typing).flatMap(({ name }) => (isHiding(model, name) ? [name] : [])))
  }
  return lifted
}

function isSame(one: DisclosingPlace, other: DisclosingPlace): boolean {
  return one.kind === other.kind && (one.kind !== 'callback' || one.name === (other as typeof one).name)
}

function decidesOf({ model }: Facts): Diagnostic[] {
  return model.endpoints.value.operations.flatMap((operation) => specifiedEntries(operation.slots.with).flatMap(({ value }) => {
    const resource = slotValue(value.find)?.text
    if (value.decides.state !== 'shown' || resource === undefined || isHiding(model, resource)) return []
    return [
      diagnostic(
        'warning',
        code,
        `A ${quoteName(resource)} is hidden from nobody, and ${quoteName('decides')} finds what is hidden`,
        { span: value.decides.at.span, text: 'lifts no rule' },
        { help: 'Remove it.' },
      ),
    ]
  }))
}
