// Tracks the operations that a server lacks, so that each is one finding and is not requested again.

import type { Compiled } from '../../compile/compile.ts'
import type { Operation } from '../../model/model.ts'
import { namesOwnRefusal } from '../oracle/refusals-like.ts'
import type { Expected, ObservedAnswer, ServerRequest } from '../oracle/request.ts'

/** True for the statuses by which servers answer requests to paths and methods that they do not have. */
export function isStatusOfAbsence(status: number): boolean {
  return status === 404 || status === 405 || status === 501
}

type VersionOf = Pick<ServerRequest, 'version'>

export class AbsentOperations {
  /** Operations that answered with another status, by version. */
  readonly #present = new Set<string>()
  readonly #absent = new Set<string>()
  readonly #facts: Compiled['facts']

  constructor({ facts }: Compiled) {
    this.#facts = facts
  }

  note(expected: Expected, request: VersionOf, { status }: Pick<ObservedAnswer, 'status'>): void {
    const name = nameOf(expected, request)
    if (name === undefined || isStatusOfAbsence(status)) return
    this.#present.add(name)
    this.#absent.delete(name)
  }

  /** True if the server answers as if there were no such operation, where the document says another status, and never answered otherwise. */
  isAbsence(expected: Expected, request: VersionOf, observed: Pick<ObservedAnswer, 'status' | 'body'>): boolean {
    const name = nameOf(expected, request)
    const { status } = observed
    if (name === undefined || expected.status === status || !isStatusOfAbsence(status) || this.#present.has(name)) return false
    const facts = this.#facts.operations.find(({ operation }) => operation === expected.of)
    return !namesOwnRefusal(facts, this.#facts.service, observed)
  }

  add(expected: Expected, request: VersionOf): void {
    const name = nameOf(expected, request)
    if (name !== undefined) this.#absent.add(name)
  }

  /** True if the newest version lacks the operation. */
  lacks(operation: Operation): boolean {
    return this.#absent.has(`${operation.id} `)
  }

  /** Also true in older versions of an operation that the newest lacks. */
  has(expected: Expected, request: VersionOf): boolean {
    const [name, inNewest] = [nameOf(expected, request), nameOf(expected, {})]
    return (name !== undefined && this.#absent.has(name)) || (inNewest !== undefined && this.#absent.has(inNewest))
  }
}

function nameOf({ of }: Expected, { version }: VersionOf): string | undefined {
  return of === undefined ? undefined : `${of.id} ${version ?? ''}`
}
