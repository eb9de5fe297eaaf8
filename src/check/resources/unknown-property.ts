// `key`, `required`, `unique`, `exclude`, `index` and `tenant`, and `take` of views, name properties that the resource has.

import { nearest } from '../../base/nearest.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { unknownName } from '../../diagnostic/voice.ts'
import type { Model } from '../../model/model.ts'
import type { Resource } from '../../model/resources.ts'
import { type Slot, type Word, each, shown } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'resources/unknown-property'

export const check: Check = {
  code,
  run({ model, typing }) {
    const { resources, views } = typing.domain
    const ofResources = [...resources.values()].flatMap((resource) => unknown(resource, wordsOf(resource.source.slots), model))
    const ofViews = [...views.values()].flatMap(({ resource, source }) => {
      const info = resources.get(resource)
      return info === undefined || source === undefined ? [] : unknown(info, shown(source.take) ?? [], model)
    })
    return [...ofResources, ...ofViews]
  },
}

/** Missing parts are not mistakes: without part 3 any name without a near match may be a machine's field. */
function unknown({ name, properties, type }: ResourceInfo, words: readonly Word[], { states }: Model): Diagnostic[] {
  if (type.open) return []
  const mayBe = (text: string): boolean => properties.has(text) || (states.state === 'not shown' && nearest(text, properties.keys()).length === 0)
  return words.flatMap(({ text, node }) => (mayBe(text) ? [] : [unknownName(code, `property of ${name}`, text, node.span, properties.keys())]))
}

function wordsOf({ key, required, unique, exclude, index, tenant }: Resource): Word[] {
  const tenants = each(tenant).map(({ key: node }) => ({ text: node.text, node }))
  return [...(shown(key) ?? []), ...(shown(required) ?? []), ...sets(unique), ...excludedWords(exclude), ...sets(index), ...tenants]
}

function excludedWords(exclude: Resource['exclude']): Word[] {
  return each(exclude).flatMap(({ value: { same, overlap } }) => {
    const range = shown(overlap)
    return [...(shown(same) ?? []), ...[range && shown(range.from), range && shown(range.to)].filter((word) => word !== undefined)]
  })
}

/** A list of sets, or a map of named ones. */
function sets(slot: Slot<Resource['unique'] extends Slot<infer T> ? T : never>): Word[] {
  return (shown(slot) ?? []).flatMap((set) => ('slot' in set ? [...(shown(set.slot) ?? [])] : [...set]))
}
