// Derives the facts of a filled model, without judgement: mistakes and gaps are data for the checks.

import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Model } from '../model/model.ts'
import type { Typing } from '../typing/domain.ts'
import { listServicePoints } from './conditions/service.ts'
import { type Cover, cover } from './cover.ts'
import { findEffectCycles } from './effects/cycles.ts'
import { findEmitterSources, listEmitters } from './emitters.ts'
import type { EntryFacts, Facts, PatternProblem, Point } from './fact.ts'
import { listMissing } from './missing/all.ts'
import { type Derived, deriveOperationFacts } from './operation.ts'
import { createOrdering } from './order.ts'
import { type Vocabulary, readPatterns } from './pattern.ts'
import { type Precedence, readPrecedence } from './precedence.ts'
import { listRoutes } from './routes.ts'
import { withAnswer } from './operation-context.ts'
import { listTimerRefusals } from './timed.ts'
import { collectVocabulary } from './vocabulary.ts'
import { deriveVersions } from './versions/versions.ts'
import { type ModelIndex, indexModel } from './model-index.ts'

export function deriveFacts(model: Model, typing: Typing): Facts {
  const modelIndex = indexModel(model, typing)
  const vocabulary = collectVocabulary(modelIndex)
  const { entries, problems } = deriveEntries(modelIndex, vocabulary)
  const precedence = readPrecedence(model.errors.value.precedence, vocabulary)
  const coverage = cover(entries)
  const service = listServicePoints(modelIndex).map((point) => withAnswer(point, coverage.answer(point, undefined)))
  const failing = entries.flatMap(({ patterns }) => patterns.filter((pattern) => pattern.failing !== undefined))
  const frame = {
    modelIndex,
    vocabulary,
    cover: coverage,
    precedence: precedence.precedence,
    order: createOrdering(),
    failing,
    sources: findEmitterSources(modelIndex),
  }
  const derived = model.endpoints.value.operations.map((operation) => deriveOperationFacts(frame, operation))
  // Their answers count as met; a timer looks them up when it is refused.
  for (const refusal of listTimerRefusals(modelIndex)) coverage.answer(refusal, undefined)
  return complete(modelIndex, derived, coverage, {
    entries,
    service,
    precedence: precedence.precedence,
    problems: [...problems, ...precedence.problems],
  })
}

type ServiceFacts = {
  readonly entries: readonly EntryFacts[]
  readonly service: readonly Point[]
  readonly precedence: Precedence
  readonly problems: readonly PatternProblem[]
}

function complete(
  modelIndex: ModelIndex,
  derived: readonly Derived[],
  coverage: Cover,
  { entries, service, precedence, problems }: ServiceFacts,
): Facts {
  const { model, typing } = modelIndex
  const operations = derived.map(({ facts }) => facts)
  const missing = listMissing({ modelIndex, operations, service, precedence })
  const incomplete = new Set(missing.flatMap(({ operations }) => (operations === 'all' ? [] : operations)))
  const isNoneComplete = missing.some(({ operations }) => operations === 'all')
  return {
    model,
    typing,
    entries,
    service,
    missing,
    routes: listRoutes(model),
    machines: modelIndex.machines,
    operations: operations.map((facts) => ({ ...facts, complete: !isNoneComplete && !incomplete.has(facts.operation) })),
    patternProblems: [...problems, ...derived.flatMap((each) => each.problems)],
    ties: coverage.ties(),
    unmet: coverage.unmetEntries(),
    needless: derived.flatMap(({ facts: { operation }, needless }) => needless.map((pattern) => ({ operation, pattern }))),
    emitters: listEmitters(modelIndex, operations),
    cycles: findEffectCycles(modelIndex),
    versions: deriveVersions(model, typing),
  }
}

function deriveEntries({ model }: ModelIndex, vocabulary: Vocabulary): { entries: EntryFacts[]; problems: PatternProblem[] } {
  const entries: EntryFacts[] = []
  const problems: PatternProblem[] = []
  for (const { name, key, value } of listSpecifiedEntries(model.errors.value.catalogue)) {
    const read = readPatterns(slotValueOf(value.on) ?? [], 'on', vocabulary)
    entries.push({ name, key, slots: value, patterns: read.patterns })
    problems.push(...read.problems)
  }
  return { entries, problems }
}
