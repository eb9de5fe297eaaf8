// Reports names that an effect gives to its record, its result or its outcomes, and that no expression reads.

import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import { listCompletionEffects } from '../../typing/behaviour.ts'
import { listActions } from '../../typing/effects.ts'
import { expressionsOf } from '../../typing/expressions-of.ts'
import type { Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { reportPlacesOnce } from '../repeated.ts'
import { isAuthored } from '../unused.ts'

const code = 'states/unused-name'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    if (model.endpoints.state === 'not shown') return []
    const effects = [
      ...listActions(typing.domain).flatMap(({ action }) => slotValueOf(action.then) ?? []),
      ...listCompletionEffects(typing.domain),
    ]
    const diagnostics = [
      // Effects of transitions are often shared, so a name that is read in any of them is used.
      ...checkEffects(effects, () => listReadNames(typing.slots, typing)),
      ...model.endpoints.value.operations.flatMap((operation) =>
        checkEffects(slotValueOf(operation.slots.do) ?? [], () =>
          listReadNames(
            typing.slots.filter((use) => use.operation === operation),
            typing,
          ),
        ),
      ),
    ]
    return reportPlacesOnce(diagnostics)
  },
}

function checkEffects(effects: readonly Effect[], listNames: () => ReadonlySet<string>): Diagnostic[] {
  const declared = effects.flatMap((effect) => [
    { noun: 'the name of a record or a result', word: slotValueOf(effect.as) },
    { noun: 'the name of outcomes', word: slotValueOf(slotValueOf(effect.for)?.outcomes ?? { state: 'unsaid' }) },
  ])
  const authored = declared.flatMap(({ noun, word }) => (word !== undefined && isAuthored(word.node.span) ? [{ noun, word }] : []))
  if (authored.length === 0) return []
  const readNames = listNames()
  return authored
    .filter(({ word }) => !readNames.has(word.text))
    .map(({ noun, word }) => reportUnusedDeclaration(code, noun, word.text, word.node.span))
}

function listReadNames(slots: Typing['slots'], typing: Typing): ReadonlySet<string> {
  return new Set(
    slots.flatMap(({ slot }) => expressionsOf(slot, typing).flatMap((expression) => reads(expression).variables.map(({ name }) => name))),
  )
}
