// Builds requests with methods, paths and versions that the service lacks; such a request must not reach an operation.

import type { Compiled } from '../../compile/compile.ts'
import type { Operation } from '../../model/model.ts'
import { fillSegment, readSegmentValue } from '../../model/segment.ts'
import { type RequestStep, splitPath } from '../step.ts'
import type { RequestForm } from './forms.ts'
import { swapCase } from '../sample-text.ts'

/** Requests with methods and paths that the service does not have; none to the path of an operation that the server lacks. */
export function buildStrayForms({ facts }: Compiled, isLacking: (operation: Operation) => boolean): readonly RequestForm[] {
  const lackingPaths = new Set(facts.operations.filter(({ operation }) => isLacking(operation)).map(({ operation }) => operation.path))
  const paths = new Map(facts.operations.filter(({ complete }) => complete).map(({ operation }) => [operation.path, operation]))
  // A literal path may also match a parameter in the path of another operation.
  const isAlone = ({ segments }: Operation): boolean =>
    !facts.operations.some(
      ({ operation: { segments: others } }) =>
        mayMatch(others, segments) && others.some((other, index) => other.kind !== segments[index]!.kind),
    )
  const unusedMethods = [...paths]
    .filter(([path, operation]) => !lackingPaths.has(path) && isAlone(operation))
    .map(([path, operation]): RequestForm => {
      const usedMethods = new Set(facts.operations.filter((other) => other.operation.path === path).map((other) => other.operation.method))
      const method = ['DELETE', 'PUT', 'PATCH', 'POST'].find((each) => !usedMethods.has(each)) ?? 'TRACE'
      const target = `/${operation.segments.map((segment) => fillSegment(segment, '00000000-0000-4000-8000-000000000000')).join('/')}`
      return { name: `${method} ${path}`, step: { method, target, headers: [] } }
    })
  return [
    ...unusedMethods.filter(({ step }) => step.method !== 'TRACE'),
    { name: 'a path that is not there', step: { method: 'GET', target: '/no-such-path-anywhere', headers: [] } },
  ]
}

/** The request to paths that look like its own: with a slash at the end, and with its words in other letter case. */
export function buildNeighbourForms({ segments, method }: Operation, step: RequestStep): readonly RequestForm[] {
  if (method !== 'GET') return []
  const [path = '', query] = step.target.split('?')
  const withPath = (other: string): RequestStep => ({ ...step, target: query === undefined ? other : `${other}?${query}` })
  const parts = splitPath(path)
  const isLiteral = (index: number): boolean => segments[index]?.kind === 'literal'
  const words = parts.map((part, index) => (isLiteral(index) ? swapCase(part) : part))
  // A router may compare the words of a prefix exactly, and others not.
  const last = parts.findLastIndex((_, index) => isLiteral(index))
  return [
    { name: 'a slash at the end of the path', step: withPath(`${path}/`), isOfService: true },
    { name: 'a path in other letter case', step: withPath(`/${words.join('/')}`), isOfService: true },
    ...(last <= 0
      ? []
      : [
          {
            name: 'the last word of a path in other letter case',
            step: withPath(`/${parts.with(last, swapCase(parts[last]!)).join('/')}`),
            isOfService: true,
          },
        ]),
  ]
}

/** The request as each version spells it, in each version that does not have it so. */
export function buildForeignVersionForms(
  operation: Operation,
  step: RequestStep,
  { facts: { versions } }: Compiled,
): readonly RequestForm[] {
  const own = versions.find(({ name, isNewest }) => name === step.version || (step.version === undefined && isNewest))
  const ownRoute = own?.routes.find((route) => route.operation === operation)
  if (ownRoute === undefined) return []
  const [path = ''] = step.target.split('?')
  const parts = splitPath(path)
  const valueOf = (name: string): string => {
    const index = ownRoute.segments.findIndex((segment) => segment.kind === 'parameter' && segment.name === name)
    const segment = ownRoute.segments[index]
    return (segment?.kind === 'parameter' && readSegmentValue(segment, parts[index] ?? '')) || 'none'
  }
  const spellings = versions.flatMap(({ routes }) =>
    routes.filter((route) => route.operation === operation).map(({ segments }) => segments),
  )
  return versions.flatMap((version) =>
    spellings
      .filter((segments) => !version.routes.some((route) => route.method === ownRoute.method && mayMatch(route.segments, segments)))
      .map((segments): RequestForm => {
        const target = segments
          .map((segment) => `/${fillSegment(segment, segment.kind === 'literal' ? '' : valueOf(segment.name))}`)
          .join('')
        const { version: _, ...rest } = step
        return {
          name: `${target} in ${version.name}`,
          step: { ...rest, target, ...(version.isNewest ? {} : { version: version.name }) },
        }
      }),
  )
}

/** The request in versions beside the known ones. */
export function buildUnknownVersionForms(step: RequestStep, { facts: { versions } }: Compiled): readonly RequestForm[] {
  const newest = versions.at(-1)?.name
  if (newest === undefined) return []
  const next = newest.replace(/\d+(?=\D*$)/, (number) => String(Number(number) + 1).padStart(number.length, '0'))
  return [next, `${newest}0`]
    .filter((version) => versions.every(({ name }) => name !== version))
    .map((version) => ({ name: `in ${version}`, step: { ...step, version } }))
}

type Segments = Operation['segments']

function mayMatch(a: Segments, b: Segments): boolean {
  return (
    a.length === b.length &&
    a.every((segment, index) => {
      const other = b[index]!
      return segment.kind === 'parameter' || other.kind === 'parameter' || segment.text === other.text
    })
  )
}
