// Explains one operation as text: callers, inputs, reads, writes and every response, with the origin of each line.

import { listRequirements } from '../fact/conditions/caller.ts'
import type { Facts, OperationFacts } from '../fact/fact.ts'
import { groupGapsByOperation } from '../fact/missing/all.ts'
import { readsOf } from '../fact/reads.ts'
import { listAppliedRules } from '../fact/rule-points.ts'
import { type OperationContext, makeOperationContext } from '../fact/operation-context.ts'
import { listOpenSettings } from '../fact/settings.ts'
import { listTenantResources } from '../fact/tenants.ts'
import { indexModel } from '../fact/model-index.ts'
import { typeText } from '../cel/type-text.ts'
import type { Operation } from '../model/model.ts'
import { securityOf } from '../model/security.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { printDuration } from '../base/duration.ts'
import { readDeclaredFunctions } from '../typing/functions.ts'
import { listDeliveryRows } from './deliveries.ts'
import { emitRows, sendRows } from './events.ts'
import { normalizeExpression } from './expression-text.ts'
import { printPattern } from './facts.ts'
import { findWait } from '../model/find-wait.ts'
import { findTouched } from '../fact/touched.ts'
import { listInputLines } from './input-lines.ts'
import { type LabelledRow, labelLine, makeLabelledLines, readOriginSource, readSlotSource } from './labelled-lines.ts'
import { type Line, type LayoutStyle, layOut } from './layout.ts'
import { printTemplateOnLine } from './normal.ts'
import { printOrigin, printPlace } from './origin.ts'
import { collectReadingFacts } from './reading.ts'
import { listVersionRows } from './versions.ts'
import { answerLines, listRefusalLines } from './refusals.ts'

export function explainOperation(facts: Facts, operation: Operation, style: LayoutStyle): string {
  const operationFacts = facts.operations.find((each) => each.operation === operation)
  if (operationFacts === undefined) throw new Error(`${operation.name} is not an operation of these facts`)
  const { about, answers } = listOperationLines(facts, operationFacts)
  const gaps = groupGapsByOperation(facts.missing, [operation]).get(operation) ?? []
  const lines: (Line | '')[] = [
    ...listHeadingLines(operationFacts),
    '',
    ...about,
    '',
    ...listRefusalLines(operationFacts),
    '',
    ...answers,
    ...(gaps.length === 0
      ? []
      : ['' as const, { indent: 0, text: 'It is not served as long as these gaps are open:', style: 'bold' as const }]),
    ...gaps.map((gap): Line => ({
      indent: 2,
      text: `${gap.code} ${[gap.about['of'], gap.about['key'] ?? gap.about['condition']].filter((word) => typeof word === 'string').join(' ')}`.trim(),
      style: 'red',
      from: printPlace(gap.at),
    })),
    ...findUndetermined(operationFacts),
  ]
  return `${layOut(lines, style)}\n`
}

/** Describes an operation line by line, each with a label and its origin: callers, input, reads, writes, and the success response. */
export function listOperationLines(
  facts: Facts,
  operationFacts: OperationFacts,
): { readonly about: readonly Line[]; readonly answers: readonly Line[] } {
  const context = makeOperationContext(indexModel(facts.model, facts.typing), operationFacts.operation)
  const summary = [
    ...makeLabelledLines('Emits', emitRows(facts, operationFacts)),
    ...makeLabelledLines('Sends', sendRows(facts.model, operationFacts.operation)),
    ...makeLabelledLines('Delivers', listDeliveryRows(facts, operationFacts.emits)),
  ]
  return {
    about: [
      ...listCallerLines(context),
      ...listInputLines(context),
      ...listRecordLines(context),
      ...listValueLines(context),
      ...listEffectLines(operationFacts, context),
      ...listSettingLines(facts, operationFacts.operation),
      ...summary,
    ],
    answers: [...answerLines(context), ...listReadingLines(context, operationFacts), ...listVersionLines(facts, operationFacts.operation)],
  }
}

function listHeadingLines({ operation, complete }: OperationFacts): Line[] {
  const { name, key, id, action, subject } = operation
  const does = [action ?? 'says nothing that it does', subject?.text].filter((word) => word !== undefined).join(' ')
  return [
    { indent: 0, text: name, style: 'bold', from: complete ? 'complete' : 'incomplete' },
    { indent: 0, text: id === name ? does : `${id}: ${does}`, from: printPlace(key.span) },
  ]
}

/** The name of each version is on the first of its lines. */
function listVersionLines(facts: Facts, operation: Operation): Line[] {
  const rows = listVersionRows(facts, operation)
  return makeLabelledLines(
    'Versions',
    rows.map(({ version, text, from }, index) => {
      const name = rows[index - 1]?.version === version ? ' '.repeat(version.length) : version
      return { text: `${name} ${text}`, ...(from === undefined ? {} : { from }) }
    }),
  )
}

function listCallerLines(context: OperationContext): Line[] {
  const { authentication } = context.modelIndex.model
  if (authentication.state === 'not shown') return [labelLine('Who', 'unknown: part 5 is not shown')]
  if (authentication.state === 'none')
    return [labelLine('Who', 'anyone', authentication.headings[0] === undefined ? undefined : printPlace(authentication.headings[0]))]
  const requirements = listRequirements(context)
  const slot = securityOf(context.modelIndex.model, context.operation)
  const rules = listAppliedRules(context).flatMap(({ subject, name, rule }) => {
    if (rule.kind === 'allowed') return []
    const words = [subject, name].filter((word) => word !== undefined).join(' ')
    const text =
      rule.kind === 'denied' ? `${words}: nobody, because no rule allows it` : `${words}: ${normalizeExpression(rule.expression.text)}`
    return [{ text, ...readOriginSource(rule.because) }]
  })
  return makeLabelledLines('Who', [{ text: printCallers(requirements), ...readSlotSource(slot) }, ...rules])
}

function printCallers(requirements: ReturnType<typeof listRequirements>): string {
  const requiredSchemes = requirements
    .filter((requirement) => requirement.length > 0)
    .map((requirement) =>
      requirement
        .map(({ name, slot }) => {
          const scopes = (slotValueOf(slot) ?? []).map(({ text }) => text)
          return scopes.length === 0 ? name : `${name} with ${scopes.join(', ')}`
        })
        .join(' and '),
    )
  if (requiredSchemes.length === 0) return 'anyone'
  const by = requiredSchemes.join(', or ')
  return requiredSchemes.length < requirements.length ? `anyone; known where ${by} is sent` : `a caller identified by ${by}`
}

/** The records that the operation finds. */
function listRecordLines(context: OperationContext): Line[] {
  const { lookups, record, operation } = context
  const { where, order, page, in: states } = operation.slots
  const rows: LabelledRow[] = [
    ...lookups.map(({ name, resource, origin }) => ({ text: `${name}: ${resource.name}`, from: printOrigin(origin) })),
    ...(record === undefined
      ? []
      : [{ text: `this: ${record.resource.name} by ${record.members.join(', ')}`, from: printOrigin(record.origin) }]),
    ...listTenantResources(context).flatMap(({ name, source }) =>
      listSpecifiedEntries(source.slots.tenant).map(({ name: property, key, value }) => ({
        text: `${name}: only where ${property} is ${normalizeExpression(value.text)}`,
        from: printPlace(key.span),
      })),
    ),
    ...(where.state === 'shown' ? [{ text: `where ${normalizeExpression(where.value.text)}`, ...readSlotSource(where) }] : []),
    ...(order.state === 'shown'
      ? [{ text: `in the order ${order.value.map(({ text }) => text).join(', ')}`, ...readSlotSource(order) }]
      : []),
    ...(page.state === 'shown'
      ? [{ text: `in pages by ${slotValueOf(page.value.style) ?? 'an unspecified style'}`, ...readSlotSource(page) }]
      : []),
    ...(states.state === 'shown' ? [{ text: `in ${states.value.map(({ text }) => text).join(' or ')}`, ...readSlotSource(states) }] : []),
  ]
  return makeLabelledLines('Finds', rows)
}

function listValueLines({ operation }: OperationContext): Line[] {
  const set = slotValueOf(operation.slots.set) ?? []
  const lets = listSpecifiedEntries(operation.slots.let).map(({ name, key, value }) => ({
    text: `${name}: ${normalizeExpression(value.text)}`,
    from: printPlace(key.span),
  }))
  return [
    ...makeLabelledLines('Lets', lets),
    ...makeLabelledLines(
      'Sets',
      set.flatMap(({ name, key, slot }) =>
        slot.state === 'shown' ? [{ text: `${name}: ${printTemplateOnLine(slot.value)}`, from: printPlace(key.span) }] : [],
      ),
    ),
  ]
}

function listEffectLines(facts: OperationFacts, context: OperationContext): Line[] {
  const rows: readonly (readonly [label: string, names: readonly string[]])[] = [
    ['Reads', [...readsOf(context).resources]],
    ['Writes', facts.writes],
    ['Creates', facts.creates],
    ['Deletes', facts.deletes],
    ['Makes', facts.transitions],
  ]
  return [
    ...rows.flatMap(([label, names]) =>
      names.length === 0 ? [] : [labelLine(label, names.join(', '), printPlace(facts.operation.key.span))],
    ),
    ...makeLabelledLines('Calls', listFunctionRows(context)),
    ...listWaitLines(facts, context),
    ...touchRows(facts, context),
  ]
}

/** The settings that the operator must set before the operation is served. */
function listSettingLines(facts: Facts, operation: Operation): Line[] {
  return makeLabelledLines(
    'Needs',
    listOpenSettings(facts)
      .filter(({ operations }) => operations.includes(operation))
      .map(({ name, source }) => ({
        text: `setting ${name}, from the operator: --set ${name}=…`,
        from: printPlace(source.span),
      })),
  )
}

function listWaitLines({ operation }: OperationFacts, { modelIndex }: OperationContext): Line[] {
  const declared = operation.slots.wait
  const wait = findWait(operation, modelIndex.model.endpoints.value.operations)
  if (wait === undefined || declared.state !== 'shown') return []
  const { read, until, milliseconds } = wait
  return [
    labelLine('Waits', `after the commit, for at most ${printDuration(milliseconds)}, or as Prefer says`, printPlace(declared.at.span)),
    labelLine('', `until ${normalizeExpression(until.text)}; then answers as ${read.id}`, printPlace(until.node.span)),
  ]
}

function touchRows({ operation }: OperationFacts, { modelIndex: { typing } }: OperationContext): Line[] {
  const touched = findTouched(operation, typing)
  if (touched === undefined) return []
  const { resource, property, every } = touched
  return [
    labelLine(
      'Touches',
      `${resource.name}.${property.name}, after the answer, at most once in ${printDuration(every)}`,
      printPlace(touched.record.node.span),
    ),
  ]
}

/** The functions of part 1 that the operation evaluates, each with its own line. */
function listFunctionRows(context: OperationContext): Omit<Line, 'indent'>[] {
  const { calls } = readsOf(context)
  return [...readDeclaredFunctions(context.modelIndex.domain).values()]
    .filter(({ name }) => calls.has(name))
    .map(({ name, key, slots, parameters, type }) => {
      const value = slotValueOf(slots.value)
      const signature = `${name}(${parameters.map(([parameter, of]) => `${parameter}: ${typeText(of)}`).join(', ')}): ${typeText(type.result)}`
      return { text: value === undefined ? signature : `${signature} = ${normalizeExpression(value.text)}`, from: printPlace(key.span) }
    })
}

/** The permissions with which the operation reads. */
function listReadingLines(context: OperationContext, operationFacts: OperationFacts): Line[] {
  const { asks, counts, tells, discloses } = collectReadingFacts(context, operationFacts)
  return [
    ...makeLabelledLines(
      'Asks',
      asks.map(({ rule, by, for: parts, from }) => ({
        text: `${rule}: ${by}; for ${parts.join(', ')}`,
        ...(from === undefined ? {} : { from }),
      })),
    ),
    ...makeLabelledLines('Counts', counts.length === 0 ? [] : [{ text: `only what may be read: ${counts.join(', ')}` }]),
    ...makeLabelledLines('Tells', tells),
    ...makeLabelledLines(
      'Discloses',
      discloses.map(({ what, reason, from }) => ({ text: `${what}: ${reason}`, from })),
    ),
  ]
}

function findUndetermined({ undetermined: pairs, impossible }: OperationFacts): Line[] {
  return [
    ...pairs.map(({ first, second }): Line => ({
      indent: 2,
      text: `The order of ${printPattern(first)} and ${printPattern(second)} is not specified.`,
      style: 'red',
    })),
    ...impossible.map(({ first, second, value }): Line => ({
      indent: 2,
      text: `${printPattern(second)} cannot come before ${printPattern(first)}, which gives ${value}.`,
      style: 'red',
    })),
  ]
}
