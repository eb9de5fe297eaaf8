// Converts all facts of a document to plain JSON. Without origins, documents with the same meaning give the same JSON.

import { type Json, type JsonObject, createJsonObject } from '../base/json.ts'
import { partNames } from '../document/document.ts'
import { findEntryOf } from '../document/node.ts'
import { listOwnHeaders, listStandardParameters } from '../fact/standard-parameters.ts'
import type {
  Edge,
  EntryFacts,
  Facts,
  MachineFacts,
  Missing,
  OperationFacts,
  ConditionPattern,
  PatternProblem,
  Point,
} from '../fact/fact.ts'
import { groupGapsByOperation } from '../fact/missing/all.ts'
import { type Matchable, printConditionWords } from '../fact/narrow.ts'
import { readsOf } from '../fact/reads.ts'
import { makeOperationContext } from '../fact/operation-context.ts'
import { type ModelIndex, indexModel } from '../fact/model-index.ts'
import { operationKeys } from '../model/endpoints.ts'
import { entryKeys } from '../model/errors.ts'
import { partLanguage } from '../model/language.ts'
import type { Operation } from '../model/model.ts'
import { resourceKeys } from '../model/resources.ts'
import { machineKeys } from '../model/states.ts'
import type { ResourceInfo, TypedParameter } from '../typing/domain.ts'
import { type SlotVisitor, escapePointer, normalizeSlots, normalizeValue } from './normal.ts'
import { printOrigin, printPlace } from './origin.ts'
import { listAllDisclosures, collectReadingFacts } from './reading.ts'
import { convertSchemaToJson } from './schema-json.ts'
import { describeVersions } from './versions.ts'

export type ExplainOptions = {
  /** Adds `origins`: the place of each part, by JSON pointer; and the cause of each refusal. */
  readonly origins: boolean
}

type Context = {
  readonly modelIndex: ModelIndex
  readonly origins: boolean
  readonly visit: SlotVisitor
  readonly gaps: ReadonlyMap<Operation, readonly Missing[]>
}

/** Returns the facts as JSON for tools, with an object for each operation, resource and machine. */
export function explainFacts(facts: Facts, options: ExplainOptions): JsonObject {
  const places: { [pointer: string]: string } = {}
  const visit: SlotVisitor = (pointer, slot) => {
    if ('at' in slot) places[pointer] = printPlace(slot.at.span)
  }
  const { model } = facts
  const context: Context = {
    modelIndex: indexModel(model, facts.typing),
    origins: options.origins,
    visit,
    gaps: groupGapsByOperation(facts.missing, model.endpoints.value.operations),
  }
  const json = createJsonObject([
    ['ninefold', describeVersion(facts)],
    ['parts', partNames.map((name, index) => ({ number: index + 1, name, state: model[name].state }))],
    ...listKeyedParts(facts, context),
    [
      'resources',
      createJsonObject([...facts.typing.domain.resources.values()].map((info) => [info.name, describeResource(info, context)])),
    ],
    ['machines', createJsonObject(facts.machines.map((machine) => [machine.machine.name, describeMachine(machine, context)]))],
    ['operations', facts.operations.map((operation, index) => describeOperation(facts, operation, index, context))],
    ['service', facts.service.map((point) => describePoint(point, context))],
    ['errors', describeErrors(facts, context)],
    [
      'emitters',
      facts.emitters.map(({ name, kind, operations, timers, code, deliveries }) => ({
        name,
        kind,
        operations: operations.map(({ id }) => id),
        timers,
        ...(code.length === 0 ? {} : { code }),
        ...(deliveries.length === 0 ? {} : { deliveries }),
      })),
    ],
    ...(facts.versions.length === 0 ? [] : [['versions', describeVersions(facts)] as const]),
    ['disclosures', listAllDisclosures(context.modelIndex).map(({ place, what, reason }) => ({ place, what, reason }))],
    ['cycles', facts.cycles.map((steps) => steps.map(({ name, kind }) => ({ name, kind })))],
    ['gaps', facts.missing.map((missing) => describeMissing(missing))],
    ['scenarios', model.document.scenarios.map(({ title, text }) => ({ title, text }))],
  ])
  return options.origins ? createJsonObject([...Object.entries(json), ['origins', places]]) : json
}

function describeVersion({ model }: Facts): Json {
  const versionText = findEntryOf(model.document.front, 'ninefold')?.value
  return versionText?.kind === 'scalar' ? versionText.text : null
}

/** Parts that are maps of the language's own keys; elements with the author's names are with their facts. */
function listKeyedParts({ model }: Facts, context: Context): [string, Json][] {
  const specifiedParts = (['service', 'resources', 'authentication', 'events', 'limits', 'versioning'] as const).filter(
    (name) => model[name].state === 'shown',
  )
  return specifiedParts.map((name) => {
    const key = keysOfParts[name] ?? name
    return [key, normalizeSlots(model[name].value, partLanguage[name].keys, context.visit, `/${key}`)]
  })
}

/** The keys of parts in the facts, where they differ from the parts' names. */
const keysOfParts: { readonly [part: string]: string } = { resources: 'shapes', service: 'about' }

function describeResource({ name, source, properties, key, uniques, exclusions }: ResourceInfo, { visit }: Context): Json {
  return createJsonObject([
    ['said', normalizeSlots(source.slots, resourceKeys, visit, `/resources/${escapePointer(name)}/said`)],
    ['key', [...key]],
    ['uniques', uniques.map((unique) => ({ name: unique.name, members: [...unique.members] }))],
    ...(exclusions.length === 0
      ? []
      : [
          [
            'exclusions',
            exclusions.map((each) =>
              createJsonObject([
                ['name', each.name],
                ['same', [...each.same]],
                ...(each.overlap === undefined ? [] : [['overlap', { ...each.overlap }] as const]),
              ]),
            ),
          ] as const,
        ]),
    [
      'properties',
      createJsonObject(
        [...properties.values()].map((property) => [
          property.name,
          {
            schema: convertSchemaToJson(property.schema),
            required: property.required,
            nullable: property.nullable,
            writable: property.writable,
          },
        ]),
      ),
    ],
  ])
}

function describeMachine(machine: MachineFacts, { visit }: Context): Json {
  const {
    machine: { name, slots },
    states,
    edges,
    transitions,
    reachable,
    resting,
    inescapable,
    dead,
    cycles,
  } = machine
  const describeEdge = ({ from, to, kind, name: event }: Edge): Json =>
    createJsonObject([['from', from], ['to', to], ['kind', kind], ...(event === undefined ? [] : [['name', event] as const])])
  return createJsonObject([
    ['said', normalizeSlots(slots, machineKeys, visit, `/machines/${escapePointer(name)}/said`)],
    ['states', [...states]],
    ['edges', edges.map(describeEdge)],
    ['transitions', transitions.map((transition) => ({ name: transition.name, from: [...transition.from] }))],
    ['reachable', [...reachable]],
    ['resting', [...resting]],
    ['inescapable', [...inescapable]],
    ['dead', dead.length],
    ['cycles', cycles.map((cycle) => cycle.map(describeEdge))],
  ])
}

function describeOperation(facts: Facts, operationFacts: OperationFacts, index: number, context: Context): Json {
  const { operation, complete, points, items, undetermined, impossible, writes, creates, deletes, transitions, emits } = operationFacts
  const operationContext = makeOperationContext(context.modelIndex, operation)
  const { asks, counts, tells, discloses } = collectReadingFacts(operationContext, operationFacts)
  return createJsonObject([
    ['operation', operation.name],
    ['operationId', operation.id],
    ['shape', facts.routes[index]?.shape ?? null],
    ['complete', complete],
    ['said', normalizeSlots(operation.slots, operationKeys, context.visit, `/operations/${index}/said`)],
    ['input', describeInput(operation, facts)],
    ['points', points.map((point) => describePoint(point, context))],
    ...(items.length === 0 ? [] : [['items', items.map((point) => describePoint(point, context))] as const]),
    ['undetermined', undetermined.map(({ first, second }) => [printPattern(first), printPattern(second)])],
    ['impossible', impossible.map(({ first, second, value }) => ({ first: printPattern(first), second: printPattern(second), value }))],
    ['reads', [...readsOf(operationContext).resources]],
    ['asks', asks.map(({ rule, by, for: parts }) => ({ rule, by, for: [...parts] }))],
    ['counts', [...counts]],
    ['tells', tells.map(({ text }) => text)],
    ['discloses', discloses.map(({ what, reason }) => ({ what, reason }))],
    ['writes', [...writes]],
    ['creates', [...creates]],
    ['deletes', [...deletes]],
    ['transitions', [...transitions]],
    ['emits', [...emits]],
    ['gaps', (context.gaps.get(operation) ?? []).map(({ code }) => code)],
  ])
}

/** The parameters and the body; `carried` are the parameters that a standard defines, such as those of a page. */
function describeInput(operation: Operation, { typing }: Facts): Json {
  const input = typing.input(operation)
  const carried = listStandardParameters(operation, input).map(({ kind, in: place, name, required, schema }) => ({
    kind,
    in: place,
    name,
    required,
    schema: convertSchemaToJson(schema),
  }))
  return createJsonObject([
    ['path', describeParameters(input.path)],
    ['query', describeParameters(input.query)],
    ['headers', describeParameters(new Map(listOwnHeaders(operation, input).map((each) => [each.name, each])))],
    ...(carried.length === 0 ? [] : [['carried', carried] as const]),
    ...(input.body === undefined
      ? []
      : [
          [
            'body',
            {
              schema: convertSchemaToJson(input.body.schema),
              required: input.body.required,
              writes: input.body.writes.map(({ property }) => property),
            },
          ] as const,
        ]),
  ])
}

function describeParameters(parameters: ReadonlyMap<string, TypedParameter>): Json {
  return createJsonObject(
    [...parameters].map(([name, { schema, required, several }]) => [
      name,
      { schema: convertSchemaToJson(schema), required, ...(several === undefined ? {} : { several }) },
    ]),
  )
}

function describePoint(point: Point, { origins }: Context): Json {
  const { condition, subject, name, failing, stage, answer, because } = point
  return createJsonObject([
    ['stage', stage],
    ['condition', condition],
    ...(subject === undefined ? [] : [['subject', subject] as const]),
    ...(name === undefined ? [] : [['name', name] as const]),
    ...(failing === undefined ? [] : [['failing', { ...failing }] as const]),
    ['answer', describeAnswer(answer)],
    ...(origins ? [['because', because.map(printOrigin)] as const] : []),
  ])
}

/** A point, or a pattern, as part 7 writes it. */
export function printPattern(matchable: Matchable & Pick<ConditionPattern, 'at'>): string {
  return printConditionWords(matchable)
}

/**
 * The facts of the catalogue that determine answers. The conditions of an entry are with the points; layers of conventions, which an
 * expanded document lacks, have no visible effect.
 */
function describeErrors(facts: Facts, context: Context): Json {
  const { model, entries, patternProblems, ties, needless } = facts
  const answering = new Set(
    [...facts.service, ...facts.operations.flatMap(({ points, items }) => [...points, ...items])].flatMap(({ answer }) =>
      answer.kind === 'entry' ? [answer.entry] : [],
    ),
  )
  const describeProblem = ({ kind, use, pattern: text, word }: PatternProblem): Json => ({ kind, use, pattern: text, word })
  const claim = (of: EntryFacts, conditionPattern: ConditionPattern): string => `${of.name}: ${printPattern(conditionPattern)}`
  const { catalogue: _, ...keys } = partLanguage.errors.keys
  return createJsonObject([
    ['said', normalizeSlots(model.errors.value, keys, context.visit, '/errors/said')],
    ['entries', createJsonObject(entries.filter((each) => answering.has(each)).map((each) => [each.name, describeEntry(each, context)]))],
    ['patternProblems', patternProblems.map(describeProblem)],
    ['ties', ties.map(({ first, second }) => [claim(first.entry, first.pattern), claim(second.entry, second.pattern)])],
    ['needless', needless.map(({ operation, pattern: conditionPattern }) => `${operation.id}: ${printPattern(conditionPattern)}`)],
  ])
}

function describeEntry({ name, slots }: EntryFacts, { visit }: Context): Json {
  const pointer = `/errors/entries/${escapePointer(name)}`
  const { on: _, ...keys } = entryKeys
  return createJsonObject([
    ...Object.entries(normalizeSlots(slots, keys, visit, pointer)),
    ...(slots.extensions.length === 0
      ? []
      : [['extensions', normalizeValue(slots.extensions, undefined, visit, `${pointer}/extensions`)] as const]),
  ])
}

function describeMissing({ code, operations, about }: Missing): Json {
  const aboutEntries = Object.entries(about).flatMap(([name, value]): [string, Json][] => {
    if (typeof value === 'string') return [[name, value]]
    if (!Array.isArray(value)) return []
    return [[name, (value as readonly (string | Point)[]).map((each) => (typeof each === 'string' ? each : printPattern(each)))]]
  })
  return createJsonObject([['code', code], ['operations', operations === 'all' ? 'all' : operations.map(({ id }) => id)], ...aboutEntries])
}

function describeAnswer(answer: Point['answer']): Json {
  if (answer.kind === 'entry') return { entry: answer.entry.name }
  return answer.kind === 'http' ? { http: answer.status } : { gap: true }
}
