// Derives the facts of a filled model, without judgement: mistakes and gaps are data for the checks.

import { specifiedEntries, slotValue } from '../model/slot.ts'
import type { Model } from '../model/model.ts'
import type { Typing } from '../typing/domain.ts'
import { servicePoints } from './conditions/service.ts'
import { type Cover, cover } from './cover.ts'
import { circlesOf } from './effects/circles.ts'
import { emitterSources, emittersOf } from './emitters.ts'
import type { EntryFacts, Facts, PatternProblem, Point } from './fact.ts'
import { missingOf } from './missing/all.ts'
import { type Derived, operationFacts } from './operation.ts'
import { ordering } from './order.ts'
import { type Vocabulary, readPatterns } from './pattern.ts'
import { type Precedence, readPrecedence } from './precedence.ts'
import { routesOf } from './routes.ts'
import { withAnswer } from './operation-context.ts'
import { vocabularyOf } from './vocabulary.ts'
import { versionsOf } from './versions/versions.ts'
import { type World, world as indexed } from './world.ts'

export function deriveFacts(model: Model, typing: Typing): Facts {
  const world = indexed(model, typing)
  const vocabulary = vocabularyOf(world)
  const { entries, problems } = entriesOf(world, vocabulary)
  const declared = readPrecedence(model.errors.value.precedence, vocabulary)
  const coverage = cover(entries)
  const service = servicePoints(world).map((point) => withAnswer(point, coverage.answer(point, undefined)))
  const failing = entries.flatMap(({ patterns }) => patterns.filter((pattern) => pattern.failing !== undefined))
  const frame = {
    world,
    vocabulary,
    cover: coverage,
    precedence: declared.precedence,
    order: ordering(),
    failing,
    sources: emitterSources(world),
  }
  const derived = model.endpoints.value.operations.map((operation) => operationFacts(frame, operation))
  return complete(world, derived, coverage, { entries, service, precedence: declared.precedence, problems: [...problems, ...declared.problems] })
}

type Rest = { readonly entries: readonly EntryFacts[]; readonly service: readonly Point[]; readonly precedence: Precedence; readonly problems: readonly PatternProblem[] }

function complete(world: World, derived: readonly Derived[], coverage: Cover, { entries, service, precedence, problems }: Rest): Facts {
  const { model, typing } = world
  const bare = derived.map(({ facts }) => facts)
  const missing = missingOf({ world, operations: bare, service, precedence })
  const held = new Set(missing.flatMap(({ operations }) => (operations === 'all' ? [] : operations)))
  const none = missing.some(({ operations }) => operations === 'all')
  return {
    model, typing, entries, service, missing,
    routes: routesOf(model),
    machines: world.machines,
    operations: bare.map((facts) => ({ ...facts, complete: !none && !held.has(facts.operation) })),
    patternProblems: [...problems, ...derived.flatMap((each) => each.problems)],
    ties: coverage.ties(),
    unmet: coverage.unmetEntries(),
    needless: derived.flatMap(({ facts: { operation }, needless }) => needless.map((pattern) => ({ operation, pattern }))),
    emitters: emittersOf(world, bare),
    circles: circlesOf(world),
    versions: versionsOf(model, typing),
  }
}

function entriesOf({ model }: World, vocabulary: Vocabulary): { entries: EntryFacts[]; problems: PatternProblem[] } {
  const entries: EntryFacts[] = []
  const problems: PatternProblem[] = []
  for (const { name, key, value } of specifiedEntries(model.errors.value.catalogue)) {
    const read = readPatterns(slotValue(value.on) ?? [], 'on', vocabulary)
    entries.push({ name, key, slots: value, patterns: read.patterns })
    problems.push(...read.problems)
  }
  return { entries, problems }
}
