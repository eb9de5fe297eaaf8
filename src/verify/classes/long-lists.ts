// The class of long lists: more records than a page shows to a request that names no size.

import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { Instance } from '../drive/instance.ts'
import { findPageNames } from '../explore/listing.ts'
import { findReadableRequest } from './lists.ts'
import { askList, findCursor, replaceQuery } from './pages.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import { type RequestStep, renumberAfter } from '../step.ts'

/** The largest page that is filled. */
const maxSize = 40

export async function* playLongLists(run: VerifyRun, plan: VerifyPlan): ClassWork {
  for (const { operation, complete } of run.session.compiled.facts.operations) {
    if (run.isFull || !complete || operation.action !== 'list') continue
    await playLongList(run, plan, operation)
    yield
  }
}

async function playLongList(run: VerifyRun, { bases }: VerifyPlan, operation: Operation): Promise<void> {
  const size = defaultSize(run, operation)
  const creation = bases.find((base) => base.operation.action === 'create' && resourceNameOf(base.operation) === resourceNameOf(operation))
  if (size === undefined || size > maxSize || creation === undefined) return
  const instance = await run.openInstance(creation.steps)
  const last = creation.steps.at(-1)!
  if (instance === undefined) return
  for (let count = 1; count <= size; count++) {
    // The same request, or one with new values if a record must not have those of another.
    const again = [last, renumberAfter([last], 0, 1000 * count)[0]!].find((step) => isAccepted(instance, step))
    if (again === undefined || !(await run.step(instance, again, true))) return
  }
  const request = findReadableRequest(run, operation, instance)
  if (request === undefined) return
  const own = last.caller === undefined || request.caller === undefined ? request : { ...request, caller: last.caller }
  if (!(await askList(run, instance, own, operation, 'page'))) return
  const { next, isOffset } = findPageNames(run.session.interpreter, operation)
  const place = isOffset ? String(size) : findCursor(operation, instance)
  if (next !== undefined && place !== undefined) await askList(run, instance, replaceQuery(own, [[next, place]]), operation, 'page')
}

function isAccepted(instance: Instance, step: RequestStep): boolean {
  const expected = instance.predict(step)
  return expected !== undefined && expected.trace.condition === undefined
}

/** The size of a page if the request names none. */
function defaultSize({ session }: VerifyRun, operation: Operation): number | undefined {
  const { page, query } = session.compiled.facts.typing.input(operation)
  const { size } = findPageNames(session.interpreter, operation)
  const schema = page?.size?.schema ?? (size === undefined ? undefined : query.get(size)?.schema)
  return typeof schema === 'object' && typeof schema.default === 'number' ? schema.default : undefined
}
