// Recognises forms that test the same code of most servers, so that a run sends each kind once before it repeats one.

import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { RequestForm } from './forms.ts'

/** The outcome of a request that is not refused. */
export const success = 'succeeds'

export class FormKinds {
  readonly #sent = new Set<string>()

  /** True for the first form of its kind. `outcomes`: that of the form, and those of its mistakes alone. */
  isFirst(operation: Operation, form: RequestForm, outcomes: readonly string[]): boolean {
    const kind = describeKind(operation, form, outcomes)
    if (kind === undefined || this.#sent.has(kind)) return false
    this.#sent.add(kind)
    return true
  }
}

/** Undefined for a pair of mistakes if one of them alone is not refused, such as a call by another permitted caller. */
function describeKind(operation: Operation, form: RequestForm, [own, ...ofParts]: readonly string[]): string | undefined {
  const { name, parts, kind = name } = form
  if (parts !== undefined)
    return ofParts.length > 1 && ofParts.includes(success)
      ? undefined
      : JSON.stringify([operation.id, parts.length === 0 ? kind : '', own, ...ofParts.toSorted()])
  if (form.isOfService === true) return kind
  const isShared = form.isOfResource === true && operation.action !== 'transition'
  return JSON.stringify([isShared ? resourceNameOf(operation) : operation.id, kind])
}
