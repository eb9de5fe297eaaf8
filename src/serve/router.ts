// Finds the operation that a method and a path mean: literal segments before parameters, leftmost first.

import type { HTTPMethod } from 'find-my-way'
import findMyWay from 'find-my-way'
import type { VersionRoute } from '../fact/versions/version.ts'
import type { Operation } from '../model/model.ts'
import { printSegmentShape } from '../model/segment.ts'

export type RouteMatch =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly path: ReadonlyMap<string, string> }
  /** The path is known, with these methods (RFC 9110, section 15.5.6). */
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'nothing' }
  /** The path's percent-encoding does not decode. */
  | { readonly kind: 'undecodable' }

type Tree = findMyWay.Instance<findMyWay.HTTPVersion.V1>

export type Router = { find(method: string, path: string): RouteMatch }

/** One tree of paths; each leaf has its operations by method, so one look-up also finds the allowed methods. */
type Leaf = {
  readonly byMethod: Map<string, RouteTarget>
  allowed: readonly string[]
  /** The names of the path's parameters in the tree. */
  readonly parameters: readonly string[]
}

/** An operation, and its path parameters' names beside the names in the tree. */
type RouteTarget = { readonly operation: Operation; readonly parameters: readonly (readonly [name: string, inTree: string])[] }

/** An operation has the path of its route, which in an older version may differ from its own. */
export function makeRouter(routes: readonly VersionRoute[]): Router {
  const tree = makeTree()
  const endings = listEndings(routes)
  const endingTrees = new Map<string, Tree>()
  const leaves = new Map<string, Leaf>()
  for (const route of routes) {
    const shape = route.segments.map(printSegmentShape).join('/')
    const ending = findEnding(route, endings)
    const leaf = leaves.getOrInsertComputed(shape, () => {
      const newLeaf: Leaf = { byMethod: new Map(), allowed: [], parameters: toRouteMatch(route).parameters.map(([, inTree]) => inTree) }
      const owner = ending === undefined ? tree : endingTrees.getOrInsertComputed(ending, makeTree)
      owner.on('GET' as HTTPMethod, printPattern(route, ending), () => undefined, newLeaf)
      return newLeaf
    })
    leaf.byMethod.getOrInsertComputed(route.method, () => toRouteMatch(route))
    leaf.allowed = listAllowed(leaf.byMethod)
  }
  if (endingTrees.size === 0) return { find: (method, path) => findRoute(tree, method, path) }
  return {
    find(method, path) {
      for (const ending of endings) {
        if (!path.endsWith(ending)) continue
        const match = findRoute(endingTrees.get(ending)!, method, path.slice(0, -ending.length))
        if (match.kind !== 'nothing') return match
      }
      return findRoute(tree, method, path)
    },
  }
}

function makeTree(): Tree {
  // The operator limit bounds the whole target; no other limit bounds a part of it.
  return findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER, caseSensitive: true, ignoreTrailingSlash: false })
}

/** The custom verbs (`:cancel`) and formats (`.json`) at the ends of paths, the longest first. */
function listEndings(routes: readonly VersionRoute[]): readonly string[] {
  const endings = routes.flatMap(({ segments }) => {
    const last = segments.at(-1)
    return (last?.kind === 'literal' ? /(?<=[^:]):[^:]+$/.exec(last.text)?.[0] : last?.ending) ?? []
  })
  return [...new Set(endings)].toSorted((a, b) => b.length - a.length)
}

/** The ending of the path, after a parameter or a text. */
function findEnding({ segments }: VersionRoute, endings: readonly string[]): string | undefined {
  const last = segments.at(-1)
  return last?.kind === 'literal' ? endings.find((each) => last.text.endsWith(each) && last.text !== each) : last?.ending
}

/** Parameters are named by position: operations of one shape may call them differently. */
function nameTree(index: number): string {
  return `p${index}`
}

/** Without the ending, if it has one. */
function printPattern({ segments }: VersionRoute, ending: string | undefined): string {
  const texts = segments.map((each, index) => (each.kind === 'literal' ? escape(each.text) : `:${nameTree(index)}`))
  const last = segments.at(-1)
  if (ending !== undefined && last?.kind === 'literal') texts[texts.length - 1] = escape(last.text.slice(0, -ending.length))
  return `/${texts.join('/')}`
}

function toRouteMatch({ operation, segments }: VersionRoute): RouteTarget {
  return {
    operation,
    parameters: segments.flatMap((each, index) => (each.kind === 'parameter' ? [[each.name, nameTree(index)] as const] : [])),
  }
}

/** find-my-way reads `:` and `*` as its own; `::` is a literal colon. */
function escape(text: string): string {
  return text.replaceAll(':', '::')
}

function listAllowed(byMethod: ReadonlyMap<string, unknown>): string[] {
  const methods = new Set([...byMethod.keys(), 'OPTIONS'])
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

function findRoute(tree: Tree, method: string, path: string): RouteMatch {
  if (!decodes(path)) return { kind: 'undecodable' }
  const match = tree.find('GET', path)
  if (match === null) return { kind: 'nothing' }
  const leaf = match.store as Leaf
  // A parameter requires a nonempty segment.
  for (const name of leaf.parameters) if (match.params[name] === '') return { kind: 'nothing' }
  const target = leaf.byMethod.get(method) ?? (method === 'HEAD' ? leaf.byMethod.get('GET') : undefined)
  if (target === undefined) return { kind: 'method', allowed: leaf.allowed }
  const { operation, parameters } = target
  if (parameters.length === 0) return { kind: 'operation', operation, path: noParameters }
  const values = new Map<string, string>()
  for (const [name, inTree] of parameters) values.set(name, match.params[inTree] ?? '')
  return { kind: 'operation', operation, path: values }
}

const noParameters: ReadonlyMap<string, string> = new Map()

function decodes(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
