// Reports candidates of one transition with different types of one input member, because the sender does not choose the candidate.

import { lacksCommonType } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import { listNames, typeText } from '../../cel/type-text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { joinAll } from '../../typing/join.ts'
import { findTransitionInput, listTransitions } from '../../typing/transition.ts'
import type { Check } from '../check.ts'

const code = 'states/mixed-input'

export const check: Check = {
  code,
  run: ({ model, typing: { domain } }) =>
    model.states.value.machines.flatMap((machine) =>
      listTransitions(machine).flatMap((transition): Diagnostic[] => {
        const inputType = findTransitionInput(transition, domain)
        const [first, ...others] = inputType?.declarations ?? []
        const mixedMember = inputType && findMixedMember(inputType.acceptedTypes, 'input')
        if (mixedMember === undefined || first === undefined) return []
        return [
          createDiagnostic(
            'error',
            code,
            `${quoteName(`${machine.resource}.${transition.name}`)} takes ${quoteName(mixedMember.name)} as ${listNames(mixedMember.types.map(typeText))}`,
            { span: others.at(-1)!.span, text: 'different from its former type' },
            {
              others: [first, ...others.slice(0, -1)].map(({ span }) => ({ span, text: 'another input of the same transition' })),
              reason: 'All candidates of a transition share one input, so this member would have no single type.',
              help: 'Give them one type, or different names. Test members that only some inputs have with `has(input.…)` before reading them.',
            },
          ),
        ]
      }),
    ),
}

/** The first member without a common type; undefined for inputs that are not objects. */
function findMixedMember(types: readonly Type[], name: string): { readonly name: string; readonly types: readonly Type[] } | undefined {
  const joined = joinAll(types)
  if (joined.kind !== 'object') return lacksCommonType(joined, types) ? { name, types } : undefined
  for (const member of joined.members.keys()) {
    const memberTypes = types.flatMap((type) => (type.kind === 'object' ? (type.members.get(member)?.type ?? []) : []))
    const mixedMember = memberTypes.length < 2 ? undefined : findMixedMember(memberTypes, member)
    if (mixedMember !== undefined) return mixedMember
  }
  return undefined
}
