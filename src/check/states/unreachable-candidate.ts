// Reports candidates after one without a guard: candidates are tried in document order, as in SCXML.

import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { type MachineCandidate, listCandidates } from './candidates.ts'

const code = 'states/unreachable-candidate'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ machines }) {
    return machines.flatMap(({ machine, dead }) => {
      if (dead.length === 0) return []
      const places = new Map([...listCandidates(machine)].map((each) => [each.candidate, each]))
      return dead.map(({ candidate, shadow }) =>
        createDiagnostic(
          'warning',
          code,
          `${describeTransition(places.get(candidate)!)} of ${quoteName(machine.name)} has a candidate that is never tried`,
          { span: candidate.node.span, text: 'comes after a candidate that always applies' },
          {
            others: [{ span: shadow.node.span, text: 'has no guard, so it is always taken' }],
            reason: 'Candidates are tried in their order, and the first one whose guard holds is taken.',
            help: 'Put the candidate without a guard last, or give it a guard.',
          },
        ),
      )
    })
  },
}

function describeTransition(place: MachineCandidate): string {
  return place.kind === 'always' ? `\`always\` in ${quoteName(place.state)}` : `${quoteName(place.key.text)} in ${quoteName(place.state)}`
}
