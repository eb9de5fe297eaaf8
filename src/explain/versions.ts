// Describes the differences of older versions: one operation as text, all operations as data.

import { type Json, type JsonObject, createJsonObject, printJson } from '../base/json.ts'
import type { Facts, VersionFacts } from '../fact/fact.ts'
import type { Conversion, RemovedMember, MemberTree, VersionMoment, Tree, ValueStep, VersionRoute } from '../fact/versions/version.ts'
import type { Operation } from '../model/model.ts'
import { type Origin, originOf } from '../model/slot.ts'
import { printSegment } from '../model/segment.ts'
import { printOrigin } from './origin.ts'

export type VersionRow = { readonly version: string; readonly text: string; readonly from?: string }

/** For each older version: whether it has the operation, its address, and the differences of requests and answers. */
export function listVersionRows({ versions }: Facts, operation: Operation): readonly VersionRow[] {
  return versions
    .filter((version) => !version.isNewest || operation.until !== undefined)
    .flatMap((version) => {
      const { name, key, routes, conversions } = version
      const route = routes.find((each) => each.operation === operation)
      const makeRow = (text: string, from?: Origin): VersionRow => ({
        version: name,
        text,
        ...(from === undefined ? {} : { from: printOrigin(from) }),
      })
      const end = version.retired ?? version.sunset
      const ends = end === undefined ? [] : [makeRow(`ends on ${printDay(end)}`, end.origin)]
      if (route === undefined) return [...ends, makeRow('does not have it')]
      const differences = listDifferencesOf(conversions.get(operation)).map(({ text, because }) => makeRow(text, because[0]))
      const address = route.because === undefined ? [] : [makeRow(`is ${printAddress(route)}`, route.because)]
      const rows = address.length + differences.length === 0 ? [makeRow('has it as it is', originOf(key))] : [...address, ...differences]
      return [...ends, ...rows]
    })
}

const printAddress = ({ method, segments }: VersionRoute): string =>
  `${method} ${segments.map((segment) => `/${printSegment(segment)}`).join('')}`

type Difference = { readonly text: string; readonly because: readonly Origin[] }

function listDifferencesOf(conversion: Conversion | undefined): readonly Difference[] {
  if (conversion === undefined) return []
  const { body, output, query, sort, path } = conversion
  const listDifferencesIn = (place: string, tree: Tree | undefined, isSent = true): Difference[] =>
    [...walkDifferences(tree, '', isSent)].map(({ text, because }) => ({ text: `${place} ${text}`, because }))
  return [
    ...[...path].map(([name, steps]) => ({ text: `path ${name} ${printSteps(steps)}`, because: [] })),
    ...listDifferencesIn('query', query),
    ...listDifferencesIn('sort', sort),
    ...listDifferencesIn('body', body),
    ...listDifferencesIn('answer', output, false),
  ]
}

/** Visits each tree once, although it may occur in several places or contain itself. */
function* walkDifferences(tree: Tree | undefined, path: string, isSent = false, visited = new Set<Tree>()): Iterable<Difference> {
  if (tree === undefined || visited.has(tree)) return
  visited.add(tree)
  if (tree.kind === 'list') return yield* walkDifferences(tree.items, `${path}[]`, isSent, visited)
  const pathTo = (name: string): string => (path === '' ? name : `${path}.${name}`)
  for (const member of tree.members.values()) {
    const text = printMember(member)
    if (text !== undefined) yield { text: `${pathTo(member.name)} ${text}`, because: member.because }
    yield* walkDifferences(member.inner, pathTo(member.name), isSent, visited)
  }
  for (const [name, gone] of tree.removed)
    yield { text: `${pathTo(name)} ${isSent ? 'is dropped' : printGone(gone)}`, because: gone.because }
}

function printMember({ name, olderName, fill, steps }: MemberTree): string | undefined {
  const parts = [
    ...(olderName === undefined ? ['is new'] : []),
    ...(olderName === undefined || olderName === name ? [] : [`is ${olderName}`]),
    ...(fill === undefined ? [] : [`is ${printJson(fill.value)} where it is not sent`]),
    ...(steps.length === 0 ? [] : [printSteps(steps)]),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}

function printGone({ value }: RemovedMember): string {
  return value === undefined ? 'is not there' : `is ${printJson(value)}`
}

function printSteps(steps: readonly ValueStep[]): string {
  return steps
    .map((step) =>
      step.kind === 'retype'
        ? 'has another type'
        : [...step.down]
            .map(([newer, older]) => `shows ${newer} as ${older}`)
            .concat(
              [...step.up]
                .filter(([older, newer]) => step.down.get(newer) !== older)
                .map(([older, newer]) => `takes ${older} for ${newer}`),
            )
            .join(', '),
    )
    .join(', ')
}

export function describeVersions({ versions }: Facts): Json {
  return versions.map((version): JsonObject =>
    createJsonObject([
      ['name', version.name],
      ...describeDates(version),
      ['endpoints', version.routes.map((route) => ({ operation: route.operation.id, address: printAddress(route) }))],
      [
        'differences',
        createJsonObject(
          [...version.conversions].map(([operation, conversion]) => [operation.id, listDifferencesOf(conversion).map(({ text }) => text)]),
        ),
      ],
      [
        'events',
        createJsonObject([...version.events].map(([type, tree]) => [type, [...walkDifferences(tree, '')].map(({ text }) => text)])),
      ],
      [
        'entries',
        createJsonObject(
          [...version.entries].map(([entry, before]) => [
            entry,
            'formerName' in before ? `was called ${before.formerName}` : `was ${before.replacement}`,
          ]),
        ),
      ],
    ]),
  )
}

const printDay = ({ ms }: VersionMoment): string => new Date(ms).toISOString().slice(0, 10)

function describeDates(version: VersionFacts): [string, Json][] {
  const describeDate = (name: string, moment: VersionMoment | undefined): [string, Json][] =>
    moment === undefined ? [] : [[name, printDay(moment)]]
  return [
    ...describeDate('deprecated', version.deprecated),
    ...describeDate('sunset', version.sunset),
    ...describeDate('retired', version.retired),
  ]
}
