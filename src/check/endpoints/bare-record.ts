// An answer that is a record as such: it is sent as its key, and all that it has is left out.

import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { spanOf, spelled, typedExpressions } from '../expressions/typed.ts'

const code = 'endpoints/bare-record'

export const check: Check = {
  code,
  run: ({ typing }) =>
    typedExpressions(typing).flatMap((typed) => {
      const { use, expression } = typed
      const sent = use.role === 'endpoints.output' && use.slot.node.span.source.convention === undefined ? recordsOf(expression) : undefined
      if (sent === undefined) return []
      const { resource, many } = sent
      const written = use.slot.text.trim()
      return [
        diagnostic('warning', code, `${spelled(typed, expression)} sends ${many ? `the keys of ${resource} records` : `the key of the ${resource}`}, and nothing else of ${many ? 'them' : 'it'}`, { span: spanOf(typed, expression), text: many ? 'keys alone' : 'a key alone' }, {
          reason: 'A record that stands in an answer is a reference to it. What it has is sent by a view, such as the one that every resource has under its own name.',
          help: `Write\n\n${many ? `'${written}.map(x, ${resource}(x))'` : `${resource}(${written})`}`,
        }),
      ]
    }),
}

/** What an operation is about: a reference that is read of it (`this.author`) is meant to be one. */
const subjects = new Set(['this', 'old', 'items'])

function recordsOf(expression: Expression): { readonly resource: string; readonly many: boolean } | undefined {
  if (expression.kind === 'records') return { resource: expression.resource, many: true }
  if (expression.kind !== 'variable' || !subjects.has(expression.name)) return undefined
  const one = withoutNull(expression.type)
  const many = one.kind === 'list' || one.kind === 'query'
  const resource = one.kind === 'query' ? one.resource : one.kind === 'list' ? named(one.element) : named(one)
  return resource === undefined ? undefined : { resource, many }
}

function named(type: Type): string | undefined {
  const one = withoutNull(type)
  return one.kind === 'record' ? one.resource : undefined
}
