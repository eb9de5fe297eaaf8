// Remembers the shortest sequence of requests that ends in a successful request of an operation, for each version.

import type { Operation } from '../../model/model.ts'
import { type TraceBlock, listCapturedVariables, withoutCaptures } from './block.ts'

export type KnownPath = {
  readonly operation: Operation
  readonly version: string | undefined
  /** The last one is the operation's own request. */
  readonly requests: readonly TraceBlock[]
}

export class KnownPaths {
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #currentVersion: string | undefined
  readonly #paths = new Map<string, KnownPath>()

  /** `currentVersion`: the version of old clients; paths in other versions come last. */
  constructor(operations: ReadonlyMap<string, Operation>, currentVersion: string | undefined) {
    this.#operations = operations
    this.#currentVersion = currentVersion
  }

  record(name: string, version: string | undefined, requests: readonly TraceBlock[]): void {
    const operation = this.#operations.get(name)
    if (operation === undefined) return
    // A read prepares nothing, unless a capture uses its response.
    const sequence = requests.filter(
      (block, index) =>
        index === requests.length - 1 || block.method !== 'GET' || listCapturedVariables(block).length > 0 || isFixedInTime(block),
    )
    const key = `${version ?? ''} ${name}`
    const shortest = this.#paths.get(key)
    if (shortest === undefined || shortest.requests.length > sequence.length)
      this.#paths.set(key, { operation, version, requests: sequence })
  }

  /** Those in the current version first. */
  all(): readonly KnownPath[] {
    const paths = [...this.#paths.values()]
    return [...paths.filter((path) => this.#isCurrent(path)), ...paths.filter((path) => !this.#isCurrent(path))]
  }

  /** The paths in the current version. */
  current(): readonly KnownPath[] {
    return this.all().filter((path) => this.#isCurrent(path))
  }

  #isCurrent({ version }: KnownPath): boolean {
    return this.#currentVersion === undefined || version === undefined || version === this.#currentVersion
  }

  /** The path that creates a record of the operation's resource, in the same version. */
  pathCreating({ operation: { subject }, version }: Pick<KnownPath, 'operation' | 'version'>): readonly TraceBlock[] | undefined {
    return this.all().find(
      ({ operation, version: other }) =>
        operation.action === 'create' && operation.subject?.text === subject?.text && (other ?? version) === (version ?? other),
    )?.requests
  }

  /** Reads that may show a change by the path's last request. `ofOthers`: also of other resources, which its effects may write. */
  readsAfter({ operation, version }: KnownPath, ofOthers: boolean): readonly TraceBlock[] {
    const resource = operation.subject?.text.split('.')[0]
    const reads = this.all().filter(
      ({ operation: other, version: otherVersion }) =>
        other !== operation &&
        other.method === 'GET' &&
        other.action !== 'stream' &&
        other.action !== 'feed' &&
        other.subject !== undefined &&
        otherVersion === version,
    )
    const isOwn = ({ operation: { subject } }: KnownPath): boolean => subject?.text === resource
    const others = ofOthers ? reads.filter((each) => !isOwn(each)).slice(0, 2) : []
    return [...reads.filter(isOwn).slice(0, 3), ...others].map(({ requests }) => takeLastRequest(requests))
  }

  /** Reads of the resource by clients of the other versions. */
  readsInOtherVersions({ operation, version }: KnownPath): readonly TraceBlock[] {
    const resource = operation.subject?.text.split('.')[0]
    return this.all().flatMap(({ operation: other, version: otherVersion, requests }) =>
      other.method === 'GET' && other.subject?.text === resource && otherVersion !== undefined && otherVersion !== version
        ? [{ ...takeLastRequest(requests), version: otherVersion }]
        : [],
    )
  }
}

function takeLastRequest(requests: readonly TraceBlock[]): TraceBlock {
  const { advance: _advance, at: _at, version: _version, ...block } = requests.at(-1)!
  return withoutCaptures(block)
}

const isFixedInTime = ({ advance, at, version }: TraceBlock): boolean => advance !== undefined || at !== undefined || version !== undefined

/** The requests whose captures the last one needs, directly or through others; the first one keeps the version. */
export function keepNeeded(requests: readonly TraceBlock[]): readonly TraceBlock[] {
  const needed = new Set<number>([requests.length - 1])
  for (let at = requests.length - 1; at >= 0; at--) {
    const names = listCapturedVariables(requests[at]!)
    const isUsed = [...needed].some((later) => later > at && names.some((name) => usesVariable(requests[later]!, name)))
    if (isUsed || isFixedInTime(requests[at]!)) needed.add(at)
  }
  return requests.filter((_, index) => needed.has(index))
}

export function usesVariable({ target, head, text, body }: TraceBlock, name: string): boolean {
  return [
    target,
    head,
    text ?? '',
    JSON.stringify(body ?? null, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ].some((each) => new RegExp(`\\{\\{\\s*${name.trim()}\\b`).test(each))
}
