// Recognises forms that test the same code of most servers, so that a run sends each kind once before it repeats one.

import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { RequestForm } from './forms.ts'

/** The outcome of a request that is not refused. */
export const success = 'succeeds'

export class FormKinds {
  readonly #sent = new Set<string>()

  /** True for the first form of its kind. `outcomes`: that of the form, and those of its mistakes alone. */
  isFirst(operation: Operation, form: RequestForm, outcomes: readonly string[]): boolean {
    const kind = kindOf(operation, form, outcomes)
    if (kind === undefined || this.#sent.has(kind)) return false
    this.#sent.add(kind)
    return true
  }
}

const writesResource = ({ action }: Operation): boolean => action === 'create' || action === 'update' || action === 'replace'

/** Undefined for two mistakes of which one is none, for example a call by another who may do it. */
function kindOf(operation: Operation, { name, parts, isOfService }: RequestForm, [own, ...ofParts]: readonly string[]): string | undefined {
  if (parts !== undefined)
    return ofParts.length > 1 && ofParts.includes(success) ? undefined : JSON.stringify([operation.id, own, ...ofParts.toSorted()])
  if (isOfService === true) return name
  return JSON.stringify([writesResource(operation) ? resourceNameOf(operation) : operation.id, name])
}
