// Reports properties in `key`, `required`, `unique`, `exclude`, `index`, `tenant` and views that the resource lacks.

import { findNearest } from '../../base/nearest.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, quoteName, reportUnknownProperty } from '../../diagnostic/voice.ts'
import type { Model } from '../../model/model.ts'
import type { Resource } from '../../model/resources.ts'
import { type Slot, type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { listExtendedViews } from '../../typing/views.ts'
import type { Check } from '../check.ts'

const code = 'resources/unknown-property'

export const check: Check = {
  code,
  run({ model, typing }) {
    const { resources, views } = typing.domain
    const resourceDiagnostics = [...resources.values()].flatMap((resource) =>
      reportUnknown(resource, listWords(resource.source.slots), model),
    )
    const viewDiagnostics = [...views.values()].flatMap(({ resource, source }) => {
      const viewResource = resources.get(resource)
      if (viewResource === undefined || source === undefined) return []
      const inherited = new Set(listExtendedViews(source).flatMap((name) => views.get(name)?.members.map((member) => member.name) ?? []))
      const excluded = (slotValueOf(source.except) ?? []).filter(({ text }) => !inherited.has(text))
      const notInherited = excluded
        .filter(({ text }) => viewResource.properties.has(text))
        .map(({ text, node }) =>
          createDiagnostic(
            'error',
            code,
            `${quoteName(text)} is not a member of what the view extends`,
            { span: node.span, text: 'nothing to leave out' },
            { help: `It extends ${joinWithOr([...inherited])}.` },
          ),
        )
      return [
        ...reportUnknown(viewResource, slotValueOf(source.take) ?? [], model),
        ...reportUnknown(viewResource, excluded, model),
        ...notInherited,
      ]
    })
    return [...resourceDiagnostics, ...viewDiagnostics]
  },
}

/** Missing parts are not mistakes: without part 3 any name without a near match may be a machine's field. */
function reportUnknown({ name, properties, type }: ResourceInfo, words: readonly Word[], { states }: Model): Diagnostic[] {
  if (type.open) return []
  const mayExist = (text: string): boolean =>
    properties.has(text) || (states.state === 'not shown' && findNearest(text, properties.keys()).length === 0)
  return words.flatMap(({ text, node }) => (mayExist(text) ? [] : [reportUnknownProperty(code, name, text, node.span, properties.keys())]))
}

function listWords({ key, required, unique, exclude, index, tenant }: Resource): Word[] {
  const tenants = listSpecifiedEntries(tenant).map(({ key: node }) => ({ text: node.text, node }))
  return [
    ...(slotValueOf(key) ?? []),
    ...(slotValueOf(required) ?? []),
    ...flattenSets(unique),
    ...listExcludedWords(exclude),
    ...flattenSets(index),
    ...tenants,
  ]
}

function listExcludedWords(exclude: Resource['exclude']): Word[] {
  return listSpecifiedEntries(exclude).flatMap(({ value: { same, overlap } }) => {
    const range = slotValueOf(overlap)
    return [
      ...(slotValueOf(same) ?? []),
      ...[range && slotValueOf(range.from), range && slotValueOf(range.to)].filter((word) => word !== undefined),
    ]
  })
}

/** A list of sets, or a map of named ones. */
function flattenSets(slot: Slot<Resource['unique'] extends Slot<infer T> ? T : never>): Word[] {
  return (slotValueOf(slot) ?? []).flatMap((set) => ('slot' in set ? [...(slotValueOf(set.slot) ?? [])] : [...set]))
}
