// Reports a test caller without a record, where a scenario expects that the caller is admitted.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { CallerRule } from '../../model/authentication.ts'
import type { Lookup } from '../../model/endpoints.ts'
import { type Slot, listSpecifiedEntries, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import { listEffects } from '../../typing/effects.ts'
import type { Check } from '../check.ts'
import { listDeclaredRows, hasKnownRows } from '../resources/rows.ts'
import { readScenariosOf } from '../scenarios.ts'

const code = 'scenario/missing-caller'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { model } = facts
    const { state, value: authentication } = model.authentication
    if (state !== 'shown') return []
    const requests = readScenariosOf(model.document).flatMap(({ entries }) => entries)
    return listSpecifiedEntries(authentication.callers).flatMap(({ name, key, value: { scheme, claims, credential } }): Diagnostic[] => {
      const lookup = findLookup(authentication.caller, slotValueOf(scheme)?.text ?? '')
      const missing = credential.state === 'shown' ? undefined : findMissing(lookup, slotValueOf(claims)?.value, facts)
      const expected = requests.find((entry) => entry.directives.as?.name === name && isSuccess(entry.response?.status.value))
      if (missing === undefined || expected === undefined) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `No ${missing.resource} is found for ${quoteName(name)}, and a scenario expects that it is admitted`,
          { span: key.span, text: `there is no ${quoteName(missing.value)}, and no operation creates one` },
          {
            others: [{ span: expected.response!.status.span, text: 'expected here' }],
            reason: 'A caller that is not found is `unauthenticated`.',
            help: `Add a row of ${missing.resource} to \`fixtures\` in part 2, or name an existing one.`,
          },
        ),
      ]
    })
  },
}

function isSuccess(status: number | 'any' | undefined): boolean {
  return typeof status === 'number' && status < 400
}

function findLookup(slot: Slot<CallerRule>, scheme: string): Lookup | undefined {
  const rule = slotValueOf(slot)
  switch (rule?.kind) {
    case undefined:
    case 'expression':
      return undefined
    case 'lookup':
      return rule.lookup
    case 'schemes':
      return findLookup(findNamedEntry({ state: 'shown', value: rule.schemes, at: rule.node }, scheme)?.slot ?? { state: 'unsaid' }, scheme)
  }
}

type Missing = { readonly resource: string; readonly value: string }

/** The record that a claim names, if the document has no such row and nothing creates one. */
function findMissing(lookup: Lookup | undefined, claims: unknown, facts: Facts): Missing | undefined {
  const resource = lookup && slotValueOf(lookup.find)?.text
  const [by, ...others] = listSpecifiedEntries(lookup?.by ?? { state: 'unsaid' })
  const claim = by === undefined || others.length > 0 ? undefined : /^claims\.(\w+)$/.exec(by.value.text.trim())?.[1]
  if (resource === undefined || by === undefined || claim === undefined || typeof claims !== 'object' || claims === null) return undefined
  const value = (claims as { readonly [name: string]: unknown })[claim]
  if (typeof value !== 'string' || !hasKnownRows(facts, resource) || isCreated(resource, facts)) return undefined
  const isDeclared = listDeclaredRows(facts).some((row) => {
    const node = row.resource.name === resource ? row.member(by.name)?.value : undefined
    return node?.kind === 'scalar' && node.text.toLowerCase() === value.toLowerCase()
  })
  return isDeclared ? undefined : { resource, value }
}

function isCreated(resource: string, { operations, typing: { domain } }: Facts): boolean {
  return (
    operations.some(({ creates }) => creates.includes(resource)) ||
    listEffects(domain).some(({ create }) => slotValueOf(create)?.text === resource)
  )
}
