// The phase of long lists: more records than a page shows to a request that names no size.

import { type Operation, resourceNameOf } from '../model/model.ts'
import type { Instance } from './drive/instance.ts'
import { pageNames } from './explore/listing.ts'
import { readableRequest } from './lists.ts'
import { askList, cursorIn, replaceQuery } from './pages.ts'
import type { VerifyPlan } from './plan.ts'
import type { VerifyRun } from './run.ts'
import { type RequestStep, renumberAfter } from './step.ts'

/** The largest page that is filled. */
const maxSize = 40

export async function playLongLists(run: VerifyRun, { bases }: VerifyPlan): Promise<void> {
  const { session } = run
  for (const { operation, complete } of session.compiled.facts.operations) {
    const size = complete && operation.action === 'list' ? defaultSize(run, operation) : undefined
    const creation = bases.find(
      (base) => base.operation.action === 'create' && resourceNameOf(base.operation) === resourceNameOf(operation),
    )
    if (run.isFull || size === undefined || size > maxSize || creation === undefined) continue
    const instance = await run.openInstance(creation.steps)
    const last = creation.steps.at(-1)!
    if (instance === undefined) continue
    let isFilled = true
    for (let count = 1; isFilled && count <= size; count++) {
      // The same request, or one with new values if a record must not have those of another.
      const again = [last, renumberAfter([last], 0, 1000 * count)[0]!].find((step) => isAccepted(instance, step))
      isFilled = again !== undefined && (await run.step(instance, again, true))
    }
    const request = isFilled ? readableRequest(run, operation, instance) : undefined
    if (request === undefined) continue
    const own = last.caller === undefined || request.caller === undefined ? request : { ...request, caller: last.caller }
    if (!(await askList(run, instance, own, operation, 'page'))) continue
    const { next, isOffset } = pageNames(session.interpreter, operation)
    const place = isOffset ? String(size) : cursorIn(operation, instance)
    if (next !== undefined && place !== undefined) await askList(run, instance, replaceQuery(own, [[next, place]]), operation, 'page')
  }
}

function isAccepted(instance: Instance, step: RequestStep): boolean {
  const expected = instance.predict(step)
  return expected !== undefined && expected.trace.condition === undefined
}

/** The size of a page if the request names none. */
function defaultSize({ session }: VerifyRun, operation: Operation): number | undefined {
  const { page, query } = session.compiled.facts.typing.input(operation)
  const { size } = pageNames(session.interpreter, operation)
  const schema = page?.size?.schema ?? (size === undefined ? undefined : query.get(size)?.schema)
  return typeof schema === 'object' && typeof schema.default === 'number' ? schema.default : undefined
}
