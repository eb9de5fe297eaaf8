// Finds the operator's settings that an operation needs.

import type { Node } from '../document/node.ts'
import type { Operation } from '../model/model.ts'
import { listRowsBySetting } from '../model/rows.ts'
import type { Facts, Point } from './fact.ts'
import { collectExpressions } from './expressions.ts'
import { readsOf } from './reads.ts'
import { makeOperationContext } from './operation-context.ts'
import { indexModel } from './model-index.ts'

/** A setting without a default, which the operator must set, and the operations that need it. */
export type OpenSetting = { readonly name: string; readonly source: Node; readonly operations: readonly Operation[] }

export function listOpenSettings(facts: Facts): readonly OpenSetting[] {
  const needed = listNeededSettings(facts)
  return [...facts.typing.domain.settings.values()]
    .filter(({ schema }) => typeof schema !== 'object' || schema.default === undefined)
    .map(({ name, source }) => ({
      name,
      source: source.node,
      operations: [...needed].flatMap(([operation, names]) => (names.has(name) ? [operation] : [])),
    }))
}

const cache = new WeakMap<Facts, ReadonlyMap<Operation, ReadonlySet<string>>>()

/** By operation: the settings that it reads, that its error responses read, or that select the initial records of its resources. */
export function listNeededSettings(facts: Facts): ReadonlyMap<Operation, ReadonlySet<string>> {
  return cache.getOrInsertComputed(facts, findNeededSettings)
}

function findNeededSettings(facts: Facts): ReadonlyMap<Operation, ReadonlySet<string>> {
  const modelIndex = indexModel(facts.model, facts.typing)
  const allNames = [...facts.typing.domain.settings.keys()]
  const { url } = facts.model.service.value
  const settingsOfUrl = listSettings(url)
  const rowSettings = listRowsBySetting(facts.model.resources.value.records)
  return new Map(
    facts.operations.map(({ operation, points }) => {
      const { settings, variables, resources } = readsOf(makeOperationContext(modelIndex, operation))
      const names = new Set(settings)
      for (const name of [...listErrorSettings(points), ...(variables.has('service') ? settingsOfUrl : [])]) names.add(name)
      for (const { resource, setting } of rowSettings) if (resources.has(resource)) names.add(setting.text)
      return [operation, names.has('*') ? new Set(allNames) : names]
    }),
  )

  function listErrorSettings(points: readonly Point[]): string[] {
    const entries = points.flatMap(({ answer }) => (answer.kind === 'entry' ? [answer.entry.slots] : []))
    const { body, messages } = facts.model.errors.value
    return entries.length === 0 ? [] : listSettings([entries, body, messages])
  }

  function listSettings(value: unknown): string[] {
    const { expressions, texts } = collectExpressions(value)
    return [...expressions.map((text) => modelIndex.readsOf(text)), ...texts.flatMap((text) => modelIndex.readingOfText(text))].flatMap(
      ({ settings }) => [...settings],
    )
  }
}
