// Names that only the document has: a resource or a view of another server may have another one in the next edition.

import type { Json } from '../base/json.ts'
import { partNames, type PartName } from '../document/document.ts'
import { resourceNameOf } from '../model/model.ts'
import { mapJsonTexts } from './calls.ts'
import type { Edition } from './edition.ts'
import { toObject } from './rule.ts'

/**
 * The new edition with the former names in its expressions and references, and in its `renames`. Records that are stored here keep their
 * names, unless `$renamedFrom` changes them.
 */
export function useFormerNames(old: Edition, newEdition: Edition): Edition {
  if (!newEdition.isElsewhere) return newEdition
  const resources = findRenamedResources(old, newEdition)
  const views = findRenamedViews(old, newEdition)
  const former = new Map([...resources, ...views])
  if (former.size === 0) return newEdition
  const names = new RegExp(`(?<![\\w.])(?:${[...former.keys()].join('|')})(?!\\w)`, 'g')
  const rename = (text: string): string => text.replaceAll(names, (name) => former.get(name) ?? name)
  return {
    ...newEdition,
    renames: {
      ...newEdition.renames,
      resources: new Map([...newEdition.renames.resources, ...[...resources].map(([name, before]) => [name, [before]] as const)]),
    },
    viewsBefore: views,
    parts: Object.fromEntries(partNames.map((part) => [part, mapJsonTexts(newEdition.parts[part], rename)])) as {
      [part in PartName]: Json
    },
    uses: newEdition.uses,
  }
}

/** The resources that the same operations are about. */
function findRenamedResources(old: Edition, newEdition: Edition): ReadonlyMap<string, string> {
  const [before, after] = [old, newEdition].map(({ compiled }) => compiled.facts.typing.domain.resources) as [
    ReadonlyMap<string, unknown>,
    ReadonlyMap<string, unknown>,
  ]
  return keepPairs(
    pairsOfOperations(old, newEdition).flatMap(([a, b]): [string, string][] => {
      const [former, name] = [resourceNameOf(a), resourceNameOf(b)]
      if (former === undefined || name === undefined || a.action !== b.action) return []
      return before.has(name) || after.has(former) || !before.has(former) || !after.has(name) ? [] : [[name, former]]
    }),
  )
}

/** The views that the same answers show. */
function findRenamedViews(old: Edition, newEdition: Edition): ReadonlyMap<string, string> {
  const [before, after] = [old, newEdition].map(({ parts }) => toObject(toObject(parts.resources)['views']))
  return keepPairs(
    pairsOfOperations(old, newEdition).flatMap(([a, b]): [string, string][] => {
      const [former, name] = [a, b].map((each, index) => viewOf((index === 0 ? old : newEdition).parts.endpoints, each.name))
      if (former === undefined || name === undefined || !(former in before!) || !(name in after!)) return []
      return name in before! || former in after! ? [] : [[name, former]]
    }),
  )
}

const viewOf = (endpoints: Json, operation: string): string | undefined => {
  const output = toObject(toObject(endpoints)[operation])['output']
  return /^(?:items\.map\(each, )?(\w+)\((?:this|each)\)\)?$/.exec(typeof output === 'string' ? output : '')?.[1]
}

const pairsOfOperations = (old: Edition, newEdition: Edition) =>
  [...newEdition.operations.values()].flatMap((operation) => {
    const before = old.operations.get(operation.name)
    return before === undefined ? [] : [[before, operation] as const]
  })

/** Without the names that several others correspond to. */
function keepPairs(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const isOnly = (index: 0 | 1, [name, former]: readonly [string, string]): boolean =>
    pairs.every((pair) => pair[index] !== [name, former][index] || (pair[0] === name && pair[1] === former))
  return new Map(pairs.filter((pair) => isOnly(0, pair) && isOnly(1, pair)))
}
