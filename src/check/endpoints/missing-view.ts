// Reports an answer that is a record without a view: it is sent as its key.

import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { type Typed, spanOf, spellExpression, typedExpressions } from '../expressions/typed.ts'

const code = 'endpoints/missing-view'

export const check: Check = {
  code,
  run: ({ typing }) =>
    typedExpressions(typing).flatMap((typed) => {
      const { use, expression } = typed
      const sent = roles.has(use.role) && use.slot.node.span.source.convention === undefined ? recordsOf(expression) : undefined
      if (sent === undefined) return []
      const { resource, many } = sent
      return [
        diagnostic(
          'warning',
          code,
          `${spellExpression(typed, expression)} sends ${many ? `the keys of ${sent.isAll ? 'all ' : ''}${resource} records` : `the key of the ${resource}`}, and nothing else of ${many ? 'them' : 'it'}`,
          { span: spanOf(typed, expression), text: many ? 'keys alone' : 'a key alone' },
          {
            reason: 'A record in a response is a reference to it. A view sends its properties; every resource has one under its own name.',
            help: helpFor(typed, sent),
          },
        ),
      ]
    }),
}

/** Slots that send records. In a view a reference is its record, and `this` is the record of the view. */
const roles: ReadonlySet<string> = new Set(['endpoints.output', 'events.data', 'resources.view'])

/** The bare name of a resource means all of its records; the author probably wants the current one. */
function helpFor({ use }: Typed, { resource, many, isAll }: Sent): string {
  const written = use.slot.text.trim()
  if (!many) return `Write\n\n${resource}(${written})`
  const all = `'${written}.map(x, ${resource}(x))'`
  if (!isAll) return `Write\n\n${all}`
  const names = use.scope.variables
  const here = ['this', 'old'].find((name) => resourceOf(names.get(name)) === resource)
    ?? [...names].find(([, type]) => resourceOf(type) === resource)?.[0]
  if (here !== undefined) return `Write\n\n${resource}(${here})`
  return resourceOf(names.get('items'), true) === resource
    ? `Write\n\n'items.map(x, ${resource}(x))'`
    : `For all ${resource} records there are, write\n\n${all}`
}

function resourceOf(type: Type | undefined, inList = false): string | undefined {
  const itemType = type === undefined ? undefined : withoutNull(type)
  if (itemType === undefined || !inList) return itemType?.kind === 'record' ? itemType.resource : undefined
  return itemType.kind === 'query' ? itemType.resource : itemType.kind === 'list' ? resourceOf(itemType.element) : undefined
}

/** The operation's record: a reference that is read from it (`this.author`) probably means a record. */
const subjects = new Set(['this', 'old', 'items'])

type Sent = { readonly resource: string; readonly many: boolean; readonly isAll?: true }

function recordsOf(expression: Expression): Sent | undefined {
  if (expression.kind === 'records') return { resource: expression.resource, many: true, isAll: true }
  if (expression.kind !== 'variable' || !subjects.has(expression.name)) return undefined
  const itemType = withoutNull(expression.type)
  const many = itemType.kind === 'list' || itemType.kind === 'query'
  const resource = itemType.kind === 'query' ? itemType.resource : itemType.kind === 'list' ? resourceOf(itemType.element) : resourceOf(itemType)
  return resource === undefined ? undefined : { resource, many }
}
