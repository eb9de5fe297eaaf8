// Reports an answer that is a record without a view: it is sent as its key.

import { type Help, advise, paste } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { type Typed, findSpan, spellExpression, listTyped } from '../expressions/typed.ts'

const code = 'endpoints/missing-view'

export const check: Check = {
  code,
  run: ({ typing }) =>
    listTyped(typing).flatMap((typed) => {
      const { use, expression } = typed
      const sentRecords =
        sendingRoles.has(use.role) && use.slot.node.span.source.convention === undefined ? findRecords(expression) : undefined
      if (sentRecords === undefined) return []
      const { resource, isMany } = sentRecords
      return [
        createDiagnostic(
          'warning',
          code,
          `${spellExpression(typed, expression)} sends only ${isMany ? `the keys of ${sentRecords.isAll ? 'all ' : ''}${resource} records` : `the key of the ${resource}`}`,
          { span: findSpan(typed, expression), text: isMany ? 'keys alone' : 'a key alone' },
          {
            reason: 'A record in a response is a reference to it. A view sends its properties; every resource has one under its own name.',
            help: writeHelp(typed, sentRecords),
          },
        ),
      ]
    }),
}

/** Slots that send records. In a view a reference is its record, and `this` is the record of the view. */
export const sendingRoles: ReadonlySet<string> = new Set(['endpoints.output', 'events.data', 'resources.view'])

/** The bare name of a resource means all of its records; the author probably wants the current one. */
function writeHelp({ use }: Typed, { resource, isMany, isAll }: SentRecords): string | Help {
  const expressionText = use.slot.text.trim()
  if (!isMany) return advise`Write${paste(`${resource}(${expressionText})`)}`
  const mappedRecords = `'${expressionText}.map(x, ${resource}(x))'`
  if (!isAll) return advise`Write${paste(mappedRecords)}`
  const names = use.scope.variables
  const currentRecord =
    ['this', 'old'].find((name) => findResource(names.get(name)) === resource) ??
    [...names].find(([, type]) => findResource(type) === resource)?.[0]
  if (currentRecord !== undefined) return advise`Write${paste(`${resource}(${currentRecord})`)}`
  return findResource(names.get('items'), true) === resource
    ? advise`Write${paste(`'items.map(x, ${resource}(x))'`)}`
    : advise`For all ${resource} records there are, write${paste(mappedRecords)}`
}

function findResource(type: Type | undefined, inList = false): string | undefined {
  const itemType = type === undefined ? undefined : withoutNull(type)
  if (itemType === undefined || !inList) return itemType?.kind === 'record' ? itemType.resource : undefined
  if (itemType.kind === 'query') return itemType.resource
  return itemType.kind === 'list' ? findResource(itemType.element) : undefined
}

/** The operation's record: a reference that is read from it (`this.author`) probably means a record. */
const recordVariables = new Set(['this', 'old', 'items'])

type SentRecords = { readonly resource: string; readonly isMany: boolean; readonly isAll?: true }

function findRecords(expression: Expression): SentRecords | undefined {
  if (expression.kind === 'records') return { resource: expression.resource, isMany: true, isAll: true }
  if (expression.kind !== 'variable' || !recordVariables.has(expression.name)) return undefined
  const itemType = withoutNull(expression.type)
  const isMany = itemType.kind === 'list' || itemType.kind === 'query'
  const resource =
    itemType.kind === 'query' ? itemType.resource : itemType.kind === 'list' ? findResource(itemType.element) : findResource(itemType)
  return resource === undefined ? undefined : { resource, isMany }
}
