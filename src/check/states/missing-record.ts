// Reports an effect on a record of another resource that does not say which record.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { effectsAll, targetResource, verbsOf } from './effects.ts'

const code = 'states/missing-record'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    effectsAll(model).flatMap(({ effect, owner }): Diagnostic[] => {
      const [first, ...more] = verbsOf(effect)
      const resource = targetResource(effect, typing.domain)
      const needs = first !== undefined && more.length === 0 && first.verb !== 'create' && effect.by.state === 'unsaid'
      if (!needs || resource === undefined || owner === undefined || resource.name === owner) return []
      return [
        diagnostic('error', code, `${quoteName(`${first.verb}: ${first.word.text}`)} does not say which ${resource.name}`, { span: first.word.node.span, text: '`by` is not said' }, {
          reason: `Without \`by\` an effect is about the record that it belongs to, and that is a record of ${owner}.`,
          help: `Name the record, or the values of its key or a unique, for example\n\nby: { ${resource.key[0] ?? 'id'}: … }`,
        }),
      ]
    }),
}
