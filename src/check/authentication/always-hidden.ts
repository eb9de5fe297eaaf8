// Reports responses of records or fields that no caller may read: such a list is always empty, such a member always absent.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listResourcesOfCallers } from '../../fact/callers.ts'
import type { Facts } from '../../fact/fact.ts'
import { type HidingAnalysis, analyseHiding } from '../../fact/hidden.ts'
import type { RuleCheck } from '../../fact/rule-check.ts'
import { findPropertyRule, ruleOf } from '../../fact/rules.ts'
import { type ModelIndex, indexModel } from '../../fact/model-index.ts'
import { slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'
import type { Role } from '../../typing/slots/roles.ts'
import type { Check } from '../check.ts'
import { canNeverHold } from '../expressions/known-condition.ts'
import { isAuthored } from '../unused.ts'

const code = 'authentication/always-hidden'

const responseRoles: ReadonlySet<Role> = new Set(['endpoints.output', 'endpoints.headers', 'resources.view'])

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts: Facts) {
    const { model, typing } = facts
    const { rules, default: defaultRule } = model.authentication.value
    if (model.authentication.state !== 'shown' || [rules, defaultRule].some(({ state }) => state === 'gap' || state === 'wrong')) return []
    const modelIndex = indexModel(model, typing)
    const hiding = analyseHiding(typing)
    // Without any read rule, `never-allowed` reports the only cause.
    if (![...typing.domain.resources.keys()].some((name) => ruleOf(modelIndex, name, 'read').kind !== 'denied')) return []
    // A caller may always read its own record.
    const callers = new Set(listResourcesOfCallers(typing))
    const diagnostics = typing.slots.flatMap(({ slot, role }): Diagnostic[] => {
      if (!responseRoles.has(role) || slot.node.span.source.convention !== undefined) return []
      const { ruleChecks, filteredResources } = hiding.analyseSlot(slot)
      const resources = [
        ...filteredResources,
        ...ruleChecks.flatMap((ruleCheck) => (ruleCheck.kind === 'record' ? [ruleCheck.resource] : [])),
      ]
      const resource = resources.find((each) => !callers.has(each) && ruleOf(modelIndex, each, 'read').kind === 'denied')
      if (resource === undefined) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `This shows ${quoteName(resource)}, which no caller may read`,
          { span: slot.node.span, text: filteredResources.has(resource) ? 'always without records' : 'always left out' },
          {
            reason: 'Without a rule that allows reading, records are hidden wherever they would be shown.',
            help: advise`Add a rule that allows reading, or disclose it here with \`discloses\`:${paste(`rules:\n  ${resource}:\n    read: caller != null`)}`,
          },
        ),
      ]
    })
    // Report each missing rule once, even if several places need it.
    return [
      ...[...new Map(diagnostics.toReversed().map((each) => [each.message, each])).values()].toReversed(),
      ...reportHiddenFields(modelIndex, hiding),
    ]
  },
}

/** Reports members of views and parts of responses that show a field whose own rule admits no caller. Default views list no members. */
function reportHiddenFields(modelIndex: ModelIndex, hiding: HidingAnalysis): Diagnostic[] {
  const { model, typing } = modelIndex
  const copiedMembers = listSpecifiedEntries(model.resources.value.views).flatMap(({ name, value }) =>
    (slotValueOf(value.take) ?? []).map(({ text, node }) => ({ span: node.span, ruleChecks: hiding.analyseCopied(name, text).ruleChecks })),
  )
  const responseSlots = typing.slots
    .filter(({ role }) => responseRoles.has(role))
    .map(({ slot }) => ({ span: slot.node.span, ruleChecks: hiding.analyseSlot(slot).ruleChecks.filter(({ view }) => view === undefined) }))
  return [...copiedMembers, ...responseSlots].flatMap(({ span, ruleChecks }): Diagnostic[] => {
    const field = ruleChecks.find(
      (ruleCheck): ruleCheck is FieldCheck => ruleCheck.kind === 'field' && isHiddenFromAll(ruleCheck, modelIndex),
    )
    if (field === undefined || !isAuthored(span)) return []
    const name = `${field.resource}.${field.property}`
    return [
      createDiagnostic(
        'warning',
        code,
        `This shows ${quoteName(name)}, which no caller may read`,
        { span, text: 'always left out' },
        {
          reason: 'The rule of a field hides it wherever it would be shown.',
          help: advise`Write in its rule who may read it, or disclose it here by \`discloses\`:${paste(`rules:\n  ${field.resource}:\n    ${field.property}: { read: caller != null }`, 'authentication')}`,
        },
      ),
    ]
  })
}

type FieldCheck = Extract<RuleCheck, { kind: 'field' }>

function isHiddenFromAll({ resource, property }: FieldCheck, modelIndex: ModelIndex): boolean {
  const rule = findPropertyRule(modelIndex, resource, property, 'read')
  return rule.kind === 'conditional' && canNeverHold(modelIndex.typing.expression(rule.expression))
}
