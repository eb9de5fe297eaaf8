// Reports a key that has no effect with the action of its endpoint.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { matchedActions } from '../../fact/conditions/match.ts'
import { withoutNull } from '../../cel/fits.ts'
import { type ActionName, onRecord } from '../../model/endpoints.ts'
import { isSafe } from '../../model/methods.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Domain } from '../../typing/domain.ts'
import { type InputTarget, listInputTargets } from '../../typing/input-targets.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'
import { reportUnusedKey, reportUnusedInput } from '../unused-key.ts'

const code = 'endpoints/unused-key'

/** The actions that use a key; every action uses the keys that are missing here. */
const actionsByKey: { readonly [key in keyof Operation['slots']]?: readonly ActionName[] } = {
  to: ['transition'],
  input: ['transition', 'call'],
  by: onRecord,
  in: onRecord,
  where: ['list', 'stream', 'feed'],
  filter: ['list'],
  sort: ['list'],
  order: ['list'],
  page: ['list', 'feed'],
  fields: ['list', 'read'],
  set: ['create', 'update', 'replace', 'put', 'transition'],
}

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap((operation) => [
      ...checkOperation(operation),
      ...reportIgnored(operation, typing.domain),
      ...reportBodyKeys(operation, typing),
      ...reportSeveral(operation, typing),
    ]),
}

function checkOperation(operation: Operation): Diagnostic[] {
  const { name, action, slots } = operation
  if (action === undefined) return []
  const diagnostics = (Object.keys(actionsByKey) as (keyof typeof actionsByKey)[]).flatMap((key) => {
    const usingActions = actionsByKey[key]!
    const slot = slots[key]
    // Conventions fill by kind of operation, so they may fill keys that an operation does not use.
    const isUnused =
      'state' in slot && slot.state === 'shown' && slot.at.span.source.convention === undefined && !usingActions.includes(action)
    return isUnused ? [reportUnusedKey(code, `${quoteName(key)} of ${quoteName(name)}`, action, slot.at.span, usingActions)] : []
  })
  const { conditional } = slots
  const usesConditionalRequests = matchedActions.includes(action) || (isSafe(operation.method) && action !== 'stream' && action !== 'feed')
  const isSpecified = conditional.state === 'shown' && conditional.at.span.source.convention === undefined
  if (isSpecified && usesConditionalRequests && conditional.value === 'required' && isSafe(operation.method)) {
    return [
      ...diagnostics,
      reportUnused(
        code,
        `No request of ${quoteName(name)} is refused for its missing \`If-Match\``,
        conditional.at.span,
        advise`A ${quoteName(operation.method)} changes nothing that a tag would protect:${paste('conditional: optional')}`,
      ),
    ]
  }
  return isSpecified && !usesConditionalRequests
    ? [
        ...diagnostics,
        reportUnusedKey(code, `\`conditional\` of ${quoteName(name)}`, action, conditional.at.span, ['read', 'list', ...matchedActions]),
      ]
    : diagnostics
}

/** Reports keys that describe a body in operations without one. */
function reportBodyKeys(operation: Operation, typing: Facts['typing']): Diagnostic[] {
  const { accepts, bodyRequired, body } = operation.slots
  const isUnused = { accepts: typing.input(operation).body === undefined, bodyRequired: body.state !== 'shown' }
  return (
    [
      ['accepts', accepts],
      ['bodyRequired', bodyRequired],
    ] as const
  ).flatMap(([key, slot]) =>
    slot.state !== 'shown' || !isAuthored(slot.at.span) || !isUnused[key]
      ? []
      : [
          reportUnused(
            code,
            `${quoteName(key)} of ${quoteName(operation.name)} has no meaning, because it ${key === 'accepts' ? 'accepts no body' : 'declares no `body`'}`,
            slot.at.span,
            advise`${remove('Remove it')}, or declare the content of a request with \`body\`.`,
          ),
        ],
  )
}

/** `several` of a parameter that is no list, or is not in the query. */
function reportSeveral(operation: Operation, typing: Facts['typing']): Diagnostic[] {
  const parameters = slotValueOf(operation.slots.parameters)
  const input = typing.input(operation)
  const places = [
    ['query', parameters?.query, input.query],
    ['header', parameters?.header, input.headers],
    ['path', parameters?.path, input.path],
  ] as const
  return places.flatMap(([place, slot, typed]) =>
    listSpecifiedEntries(slot ?? { state: 'unsaid' }).flatMap(({ name, value: { several } }) => {
      if (several === undefined || !isAuthored(several.node.span)) return []
      const kind = withoutNull(typed.get(place === 'header' ? name.toLowerCase() : name)?.type ?? { kind: 'unknown' }).kind
      if (place === 'query' && (kind === 'list' || kind === 'unknown' || kind === 'dyn')) return []
      return [
        reportUnused(
          code,
          `\`several\` of ${quoteName(name)} has no meaning, because it is ${place === 'query' ? 'no list' : `not in the query`}`,
          several.node.span,
          place === 'query'
            ? advise`${remove('Remove it')}, or make the parameter a list, with \`type: array\`.`
            : advise`${remove('Remove it')}: the items of a list in a path or a header are separated by commas.`,
        ),
      ]
    }),
  )
}

/** Input for a transition that declares none; with `to`, for no transition to that state. */
function reportIgnored(operation: Operation, domain: Domain): Diagnostic[] {
  const { input } = operation.slots
  const targets = listInputTargets(operation, domain)
  if (
    operation.action !== 'transition' ||
    input.state !== 'shown' ||
    targets.length === 0 ||
    targets.some(({ isOpen, inputType }) => isOpen || inputType !== undefined)
  )
    return []
  const [{ name }] = targets as [InputTarget]
  const label = targets.length === 1 ? name : (operation.subject?.text ?? '')
  return [reportUnusedInput(code, `${quoteName(label)} is given an \`input\` by ${quoteName(operation.name)}`, input.at.span)]
}
