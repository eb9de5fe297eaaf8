// Orders the versions, oldest first, each with the changes between it and the newest.

import type { Scalar } from '../../document/node.ts'
import type { Model } from '../../model/model.ts'
import { type Slot, listSpecifiedEntries, findNamedEntry, originOf, slotValueOf } from '../../model/slot.ts'
import type { EditionChange } from '../../model/versioning.ts'
import type { VersionMoment, VersionFacts } from './version.ts'

/** A version with the changes that turned it into the newest, newest first. */
export type VersionLink = Pick<VersionFacts, 'name' | 'key' | 'isNewest' | 'deprecated' | 'sunset' | 'retired'> & {
  readonly since: readonly EditionChange[]
}

/** Empty if the document has no versions, or does not specify the newest one. */
export function listVersionLinks({ versioning: { state, value } }: Model): readonly VersionLink[] {
  const current = slotValueOf(value.current)
  if (state !== 'shown' || current === undefined || value.scheme.state !== 'shown') return []
  const older = listSpecifiedEntries(value.versions).filter(({ name }) => name !== current.text)
  const order = [...older.map(({ name }) => name), current.text]
  const changes = order.map((name) => slotValueOf(findNamedEntry(value.changes, name)?.slot ?? { state: 'unsaid' }) ?? [])
  const since = (index: number): EditionChange[] =>
    changes
      .slice(index + 1)
      .flat()
      .toReversed()
  return [
    ...older.map(({ name, key, value: dates }, index): VersionLink => ({
      name,
      key,
      isNewest: false,
      since: since(index),
      ...readDate('deprecated', dates.deprecated),
      ...readDate('sunset', dates.sunset),
      ...readDate('retired', dates.retired),
    })),
    {
      name: current.text,
      key: keyOf(value.versions, current.text) ?? current.node,
      isNewest: true,
      since: [],
      ...readNewestDates(value.versions, current.text),
    },
  ]
}

function keyOf(versions: Slot<readonly { readonly name: string; readonly key: Scalar }[]>, name: string): Scalar | undefined {
  return slotValueOf(versions)?.find((each) => each.name === name)?.key
}

/** `versions` may list the newest version too, with its dates. */
function readNewestDates(versions: Model['versioning']['value']['versions'], name: string): Partial<VersionLink> {
  const declared = slotValueOf(findNamedEntry(versions, name)?.slot ?? { state: 'unsaid' })
  return declared === undefined
    ? {}
    : { ...readDate('deprecated', declared.deprecated), ...readDate('sunset', declared.sunset), ...readDate('retired', declared.retired) }
}

function readDate<K extends string>(name: K, slot: Slot<string>): { readonly [key in K]?: VersionMoment } {
  if (slot.state !== 'shown') return {}
  return { [name]: { ms: Date.parse(`${slot.value}T00:00:00Z`), origin: originOf(slot.at) } } as { readonly [key in K]?: VersionMoment }
}
