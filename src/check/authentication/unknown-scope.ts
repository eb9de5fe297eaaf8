// Reports scopes in `security` that no caller of their scheme has: its flows, or its constant scopes, do not list them, or it has none.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { resultsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Span } from '../../base/text.ts'
import { type Json, isJsonObject } from '../../base/json.ts'
import { createDiagnostic, quoteName, reportUnknownName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Scheme } from '../../model/authentication.ts'
import { usesTokens } from '../../model/security.ts'
import { type Named, type Slot, type Word, findNamedEntry, isAbsent, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'authentication/unknown-scope'

export const check: Check = {
  code,
  run: (facts) =>
    [facts.model.authentication.value.security, ...facts.model.endpoints.value.operations.map(({ slots }) => slots.security)].flatMap(
      (slot) => checkRequirements(slot, facts),
    ),
}

type Requirements = Slot<readonly (readonly Named<readonly Word[]>[])[]>

function checkRequirements(slot: Requirements, { model, typing }: Facts): Diagnostic[] {
  return (slotValueOf(slot) ?? []).flat().flatMap(({ name, slot: scopes }) => {
    const scheme = findNamedEntry(model.authentication.value.schemes, name)?.slot
    const flows = scheme?.state === 'shown' ? slotValueOf(scheme.value.flows)?.value : undefined
    const computed = scheme?.state === 'shown' ? slotValueOf(scheme.value.scopes) : undefined
    const expression = computed && typing.expression(computed)
    const declared = flows === undefined ? undefined : collectScopes(flows)
    const given = expression && findConstantScopes(expression)
    const known = given ?? declared ?? (scheme?.state === 'shown' && carriesNoScopes(scheme.value) ? noScopes : undefined)
    return known === undefined
      ? []
      : (slotValueOf(scopes) ?? []).flatMap(({ text, node }) => {
          if (known.has(text)) return []
          if (known === noScopes) return [reportWithoutScopes(name, text, node.span)]
          const unknown = reportUnknownName(code, `scope of ${name}`, text, node.span, known)
          // A warning, because the scheme declares the scope, although no caller gets it.
          return [declared?.has(text) === true || declared === undefined ? { ...unknown, severity: 'warning' as const } : unknown]
        })
  })
}

const noScopes: ReadonlySet<string> = new Set()

/** Only tokens carry scopes; any other scheme computes them, or has none. */
function carriesNoScopes(scheme: Scheme): boolean {
  return scheme.type.state === 'shown' && isAbsent(scheme.scopes) && !usesTokens(scheme)
}

function reportWithoutScopes(scheme: string, scope: string, span: Span): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `No caller of ${quoteName(scheme)} has the scope ${quoteName(scope)}`,
    { span, text: `${quoteName(scheme)} gives no scopes` },
    {
      reason: 'Only tokens carry scopes. Every caller of this scheme is refused here.',
      help: advise`${remove('Remove the scope')}; or compute the scopes of its callers by \`scopes\` of ${quoteName(scheme)}.`,
    },
  )
}

/** All scopes that the expression can give, if its results are lists of literals; undefined if they are computed. */
function findConstantScopes(expression: Expression): ReadonlySet<string> | undefined {
  const scopes = resultsOf(expression).flatMap((result) =>
    result.kind === 'list' ? result.items.map(({ value }) => (value.kind === 'literal' ? value.value : undefined)) : [undefined],
  )
  return scopes.every((scope) => typeof scope === 'string') ? new Set(scopes) : undefined
}

/** OpenAPI's flows, each with the scopes that can be asked for. */
function collectScopes(flows: Json): ReadonlySet<string> {
  return new Set(
    listMembers(flows).flatMap(([, flow]) =>
      listMembers(flow).flatMap(([name, scopes]) => (name === 'scopes' ? listMembers(scopes).map(([scope]) => scope) : [])),
    ),
  )
}

function listMembers(value: Json): readonly (readonly [string, Json])[] {
  return isJsonObject(value) ? Object.entries(value as { readonly [name: string]: Json }) : []
}
