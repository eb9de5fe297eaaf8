// Lists facts that OpenAPI cannot express, by name.

import type { Facts } from '../../fact/fact.ts'
import { groupGapsByOperation } from '../../fact/missing/all.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { LeftOut } from '../target.ts'

export function listLeftOut(facts: Facts, leftOut: LeftOut): void {
  reportIncomplete(facts, leftOut)
  const { model, machines, service } = facts
  for (const { answer, condition } of service) {
    if (answer.kind === 'entry') leftOut.add(`\`${condition}\`, which \`${answer.entry.name}\` answers before there is an operation.`)
  }
  if (facts.operations.some(({ points }) => points.length > 1)) leftOut.add('The order of refusals.')
  for (const { machine } of machines)
    leftOut.add(`The states and transitions of \`${machine.name}\`: from which state an operation is possible, and what follows by time.`)
  for (const { name, slots } of model.resources.value.resources) {
    const invariants = (slotValueOf(slots.invariant) ?? []).map((each) => `\`${each.name}\``)
    if (invariants.length > 0) leftOut.add(`Invariants of \`${name}\`: ${invariants.join(', ')}.`)
  }
  for (const { name } of listSpecifiedEntries(model.authentication.value.rules)) leftOut.add(`The rules of \`${name}\`.`)
  for (const { operation } of facts.operations) {
    if (operation.slots.strict.state === 'shown' && operation.slots.strict.value)
      leftOut.add(`\`${operation.name}\` refuses unknown parameters and members.`)
  }
  if (model.events.state === 'shown')
    leftOut.add('The causes and the order of events, and the attempts of deliveries; `export asyncapi` contains more.')
  if (model.versioning.state === 'shown') leftOut.add('How versions follow each other; `--api-version` exports an older one.')
  if (slotValueOf(model.limits.value.rates) !== undefined || slotValueOf(model.limits.value.quotas) !== undefined)
    leftOut.add('How many requests the rates and quotas of part 8 let through, and whom they count together.')
  if (model.document.scenarios.length > 0) leftOut.add('Scenarios: only their examples are used; `export hurl` exports them.')
}

/** An operation that is not served has no answers to export. */
function reportIncomplete({ operations, missing }: Facts, leftOut: LeftOut): void {
  const gaps = groupGapsByOperation(
    missing,
    operations.map(({ operation }) => operation),
  )
  for (const { operation, complete } of operations) {
    if (complete) continue
    const codes = [...new Set((gaps.get(operation) ?? []).map(({ code }) => `\`${code}\``))]
    leftOut.add(`\`${operation.name}\`, which is incomplete${codes.length === 0 ? '' : `: ${codes.join(', ')}`}.`)
  }
}
