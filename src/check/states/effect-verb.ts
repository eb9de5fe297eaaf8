// Reports effects with no verb or several: an effect makes a transition, or creates, changes or deletes records.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, joinWithAnd } from '../../diagnostic/voice.ts'
import type { Effect } from '../../model/states.ts'
import type { Check } from '../check.ts'
import { listAllEffects, verbs, listVerbs } from './effects.ts'

const code = 'states/effect-verb'

export const check: Check = {
  code,
  run: ({ model }) => listAllEffects(model).flatMap(({ effect }) => checkEffect(effect)),
}

function checkEffect(effect: Effect): Diagnostic[] {
  const usedVerbs = listVerbs(effect)
  const [first, second, ...more] = usedVerbs
  if (first !== undefined && second !== undefined) {
    return [
      createDiagnostic(
        'error',
        code,
        `${joinWithAnd(usedVerbs.map(({ verb }) => verb))} are in one effect, which does one thing`,
        { span: second.word.node.span, text: 'a second one' },
        {
          others: [first, ...more].map(({ word }) => ({ span: word.node.span, text: word === first.word ? 'the first' : 'and another' })),
          help: 'Write an effect for each, in the order in which they are done.',
        },
      ),
    ]
  }
  // An effect with only `require` is complete. A missing or mistaken verb is reported elsewhere.
  const isOpen = verbs.some((verb) => effect[verb].state === 'gap' || effect[verb].state === 'wrong')
  if (first !== undefined || isOpen || effect.require.state === 'shown') return []
  return [
    createDiagnostic(
      'error',
      code,
      'An effect has no action',
      { span: effect.node.span, text: 'no verb' },
      {
        help: advise`Write ${joinWithOr(verbs)}, for example${paste('- transition: Stock.take\n  by: this.stock')}`,
      },
    ),
  ]
}
