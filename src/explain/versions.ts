// Describes the differences of older versions: one operation as text, all operations as data.

import { type Json, type JsonObject, jsonObject, printJson } from '../base/json.ts'
import type { Facts, VersionFacts } from '../fact/fact.ts'
import type { Conversion, RemovedMember, MemberTree, VersionMoment, Tree, ValueStep, VersionRoute } from '../fact/versions/version.ts'
import type { Operation } from '../model/model.ts'
import { type Origin, originOf } from '../model/slot.ts'
import { originText } from './origin.ts'

export type VersionRow = { readonly version: string; readonly text: string; readonly from?: string }

/** For each older version: whether it has the operation, its address, and the differences of requests and answers. */
export function versionRows({ versions }: Facts, operation: Operation): readonly VersionRow[] {
  return versions
    .filter((version) => !version.isNewest || operation.until !== undefined)
    .flatMap((version) => {
      const { name, key, routes, conversions } = version
      const route = routes.find((each) => each.operation === operation)
      const row = (text: string, from?: Origin): VersionRow => ({
        version: name,
        text,
        ...(from === undefined ? {} : { from: originText(from) }),
      })
      const end = version.retired ?? version.sunset
      const ends = end === undefined ? [] : [row(`ends on ${day(end)}`, end.origin)]
      if (route === undefined) return [...ends, row('does not have it')]
      const differences = differencesOf(conversions.get(operation)).map(({ text, because }) => row(text, because[0]))
      const address = route.because === undefined ? [] : [row(`is ${addressText(route)}`, route.because)]
      const rows = address.length + differences.length === 0 ? [row('has it as it is', originOf(key))] : [...address, ...differences]
      return [...ends, ...rows]
    })
}

const addressText = ({ method, segments }: VersionRoute): string =>
  `${method} ${segments.map((segment) => `/${segment.kind === 'literal' ? segment.text : `{${segment.name}}`}`).join('')}`

type Difference = { readonly text: string; readonly because: readonly Origin[] }

function differencesOf(conversion: Conversion | undefined): readonly Difference[] {
  if (conversion === undefined) return []
  const { body, output, query, sort, path } = conversion
  const differencesIn = (place: string, tree: Tree | undefined, isSent = true): Difference[] =>
    [...differencesInside(tree, '', isSent)].map(({ text, because }) => ({ text: `${place} ${text}`, because }))
  return [
    ...[...path].map(([name, steps]) => ({ text: `path ${name} ${stepsText(steps)}`, because: [] })),
    ...differencesIn('query', query),
    ...differencesIn('sort', sort),
    ...differencesIn('body', body),
    ...differencesIn('answer', output, false),
  ]
}

/** Visits each tree once, although it may occur in several places or contain itself. */
function* differencesInside(tree: Tree | undefined, path: string, isSent = false, visited = new Set<Tree>()): Iterable<Difference> {
  if (tree === undefined || visited.has(tree)) return
  visited.add(tree)
  if (tree.kind === 'list') return yield* differencesInside(tree.items, `${path}[]`, isSent, visited)
  const pathTo = (name: string): string => (path === '' ? name : `${path}.${name}`)
  for (const member of tree.members.values()) {
    const text = memberText(member)
    if (text !== undefined) yield { text: `${pathTo(member.name)} ${text}`, because: member.because }
    yield* differencesInside(member.inner, pathTo(member.name), isSent, visited)
  }
  for (const [name, gone] of tree.removed)
    yield { text: `${pathTo(name)} ${isSent ? 'is dropped' : goneText(gone)}`, because: gone.because }
}

function memberText({ name, olderName, fill, steps }: MemberTree): string | undefined {
  const parts = [
    ...(olderName === undefined ? ['is new'] : olderName === name ? [] : [`is ${olderName}`]),
    ...(fill === undefined ? [] : [`is ${printJson(fill.value)} where it is not sent`]),
    ...(steps.length === 0 ? [] : [stepsText(steps)]),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}

function goneText({ value }: RemovedMember): string {
  return value === undefined ? 'is not there' : `is ${printJson(value)}`
}

function stepsText(steps: readonly ValueStep[]): string {
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

export function versionsJson({ versions }: Facts): Json {
  return versions.map((version): JsonObject =>
    jsonObject([
      ['name', version.name],
      ...dates(version),
      ['endpoints', version.routes.map((route) => ({ operation: route.operation.id, address: addressText(route) }))],
      [
        'differences',
        jsonObject(
          [...version.conversions].map(([operation, conversion]) => [operation.id, differencesOf(conversion).map(({ text }) => text)]),
        ),
      ],
      ['events', jsonObject([...version.events].map(([type, tree]) => [type, [...differencesInside(tree, '')].map(({ text }) => text)]))],
      [
        'entries',
        jsonObject(
          [...version.entries].map(([entry, before]) => [
            entry,
            'formerName' in before ? `was called ${before.formerName}` : `was ${before.replacement}`,
          ]),
        ),
      ],
    ]),
  )
}

const day = ({ ms }: VersionMoment): string => new Date(ms).toISOString().slice(0, 10)

function dates(version: VersionFacts): [string, Json][] {
  const datesOf = (name: string, moment: VersionMoment | undefined): [string, Json][] => (moment === undefined ? [] : [[name, day(moment)]])
  return [...datesOf('deprecated', version.deprecated), ...datesOf('sunset', version.sunset), ...datesOf('retired', version.retired)]
}
