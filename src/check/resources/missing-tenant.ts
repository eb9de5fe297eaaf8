// Reports operations on tenant records without a tenant: it comes from the caller or from their first record.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { createProgramBuilder } from '../../fact/effects/build.ts'
import { listTimers } from '../../fact/effects/cycles.ts'
import { followProgram } from '../../fact/effects/program.ts'
import type { Facts } from '../../fact/fact.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import { listTenantResources } from '../../fact/tenants.ts'
import { type ModelIndex, indexModel } from '../../fact/model-index.ts'
import { admitsAnonymous, securityOf } from '../../model/security.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { findTenantCycles } from '../authentication/look-ups.ts'
import type { Check } from '../check.ts'

const code = 'resources/missing-tenant'

export const check: Check = {
  code,
  run(facts) {
    const tenantOwned = [...facts.typing.domain.resources.values()].filter(({ tenant }) => tenant.length > 0)
    if (tenantOwned.length === 0) return []
    if (facts.model.authentication.state === 'none') return tenantOwned.map(reportAnonymous)
    const modelIndex = indexModel(facts.model, facts.typing)
    return [...checkAnonymous(facts, modelIndex), ...checkTimers(facts, modelIndex)]
  },
}

/** Anonymous operations that touch data of authenticated callers. */
function checkAnonymous(facts: Facts, modelIndex: ModelIndex): Diagnostic[] {
  const cyclicResources = new Set(findTenantCycles(facts).map(({ resource }) => resource.name))
  return facts.operations.flatMap(({ operation }): Diagnostic[] => {
    const security = securityOf(facts.model, operation)
    if (!admitsAnonymous(security) || (slotValueOf(security) ?? []).some((requirement) => requirement.length > 0)) return []
    const foreign = listTenantResources(makeOperationContext(modelIndex, operation)).find(
      ({ name, tenant }) => !cyclicResources.has(name) && tenant.some(({ expression }) => isCallerMember(modelIndex, expression)),
    )
    if (foreign === undefined) return []
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(operation.name)} admits callers without a tenant, but uses ${quoteName(foreign.name)}, whose records each belong to one tenant`,
        { span: operation.key.span, text: 'every request would be refused' },
        {
          others: [
            { span: (listSpecifiedEntries(foreign.source.slots.tenant)[0]?.key ?? foreign.source.key).span, text: 'taken from the caller' },
          ],
          reason: 'Callers are anonymous here, so they have no tenant.',
          help: `Write in its \`security\` who may call it, or remove the expressions that read ${foreign.name}. If callers get their tenant here, as at a sign-up, leave out \`tenant\` of ${foreign.name}, and protect it with a rule.`,
        },
      ),
    ]
  })
}

/** True for a plain member of the caller or the claims: null if anonymous. */
function isCallerMember({ typing }: ModelIndex, text: ExpressionText): boolean {
  const typed = typing.expression(text)
  return (
    typed?.kind === 'select' && typed.operand.kind === 'variable' && (typed.operand.name === 'caller' || typed.operand.name === 'claims')
  )
}

function reportAnonymous({ name, source }: ResourceInfo): Diagnostic {
  const [first] = listSpecifiedEntries(source.slots.tenant)
  return createDiagnostic(
    'error',
    code,
    `No caller has a tenant, but each record of ${quoteName(name)} belongs to one`,
    { span: (first?.key ?? source.key).span, text: 'taken from the caller' },
    {
      reason: 'Part 5 is `none`: callers are anonymous, so every request would be refused.',
      help: advise`Identify callers in part 5, or ${remove('remove `tenant`', 'tenant')}.`,
    },
  )
}

/** A timer has no caller: it acts only for the tenant of its record. */
function checkTimers({ typing }: Facts, modelIndex: ModelIndex): Diagnostic[] {
  const programOf = createProgramBuilder(modelIndex)
  return listTimers(modelIndex.machines).flatMap(({ name, node }): Diagnostic[] => {
    const machine = node.kind === 'timed' ? modelIndex.machine.get(node.machine)?.machine : undefined
    const machineResource = machine && typing.domain.resources.get(machine.resource)
    if (machine === undefined || machineResource === undefined) return []
    const changedResources = new Set(followProgram(programOf(node), programOf).changes.map(({ resource }) => resource))
    const foreign = [...changedResources]
      .map((name) => typing.domain.resources.get(name))
      .find((other) => other?.tenant.some(({ from }) => !machineResource.tenant.some((member) => member.from === from)) === true)
    if (foreign === undefined) return []
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(name)} changes records of ${quoteName(foreign.name)}, each of which belongs to one tenant, but ${machineResource.name} has no tenant`,
        { span: machine.key.span, text: 'made by time, without a caller' },
        {
          others: [{ span: foreign.source.key.span, text: 'separated by tenant' }],
          reason: 'A timer acts for the tenant of the record that it belongs to.',
          help: `Give ${machineResource.name} the same tenant, or let a request do it.`,
        },
      ),
    ]
  })
}
