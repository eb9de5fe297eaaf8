// Finds the operator's settings that an operation needs.

import type { Operation } from '../model/model.ts'
import { rowsBySetting } from '../model/rows.ts'
import type { Facts, Point } from './fact.ts'
import { collectExpressions } from './expressions.ts'
import { readsOf } from './reads.ts'
import { contextOfOperation } from './operation-context.ts'
import { world } from './world.ts'

/** By operation, the settings that it reads, that an answer of its errors shows, or that say which records of its resources there are. */
export function settingsNeeded(facts: Facts): ReadonlyMap<Operation, ReadonlySet<string>> {
  const whole = world(facts.model, facts.typing)
  const names = [...facts.typing.domain.settings.keys()]
  const { url } = facts.model.service.value
  const ofAddress = read(url)
  const ofRows = rowsBySetting(facts.model.resources.value.records)
  return new Map(facts.operations.map(({ operation, points }) => {
    const { settings, variables, resources } = readsOf(contextOfOperation(whole, operation))
    const found = new Set(settings)
    for (const name of [...ofErrors(points), ...(variables.has('service') ? ofAddress : [])]) found.add(name)
    for (const { resource, setting } of ofRows) if (resources.has(resource)) found.add(setting.text)
    return [operation, found.has('*') ? new Set(names) : found]
  }))

  function ofErrors(points: readonly Point[]): string[] {
    const entries = points.flatMap(({ answer }) => (answer.kind === 'entry' ? [answer.entry.slots] : []))
    const { body, messages } = facts.model.errors.value
    return entries.length === 0 ? [] : read([entries, body, messages])
  }

  function read(value: unknown): string[] {
    const { expressions, texts } = collectExpressions(value)
    return [...expressions.map((text) => whole.reading(text)), ...texts.flatMap((text) => whole.readingOfText(text))].flatMap(
      ({ settings }) => [...settings],
    )
  }
}
