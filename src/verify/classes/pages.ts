// Plays pages of lists up to the last, also while a record is created, or while one that was shown leaves the list.

import { convertValueToJson } from '../../exchange/value-json.ts'
import { printSort } from '../../typing/sorts.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { Instance } from '../drive/instance.ts'
import { listKeyWords } from '../server/reading.ts'
import { type ListQuery, findOutputMember, findPageNames } from '../explore/listing.ts'
import { printWord } from '../sample-text.ts'
import type { ServerRequest } from '../oracle/request.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import { type RequestStep, renumberAfter, withPathValue } from '../step.ts'

/** The most pages of one list. */
const maxPages = 8

/** The most pages of one list in one order. */
const maxOrderedPages = 3

/** Pages of several sizes; `insert` creates a record between two of them. */
export async function playPages(
  run: VerifyRun,
  instance: Instance,
  request: ServerRequest,
  operation: Operation,
  insert: RequestStep | undefined,
): Promise<void> {
  const names = findPageNames(run.session.interpreter, operation)
  const { size, next, isOffset } = names
  if (size === undefined || next === undefined) return
  for (const count of [1, 2, 3]) {
    let cursor: string | undefined
    for (let page = 0; page < maxPages; page++) {
      const query: [string, string][] = [[size, String(count)]]
      if (isOffset && page > 0) query.push([next, String(page * count)])
      if (cursor !== undefined) query.push([next, cursor])
      if (!(await askList(run, instance, replaceQuery(request, query), operation, 'page')) || run.isFull) return
      const nextCursor = findCursor(operation, instance)
      // A record created between two pages neither hides another record nor repeats one.
      if (
        page === 0 &&
        insert !== undefined &&
        count === 2 &&
        !(await run.step(instance, renumberAfter([insert], 0, 1000 * (instance.steps.length + 1))[0]!, true))
      )
        return
      if (isOffset ? page * count > 12 : nextCursor === undefined) break
      cursor = nextCursor
    }
  }
}

/** Pages of two records in each order that a client may choose, and a later page of the usual size. */
export async function playOrderedPages(run: VerifyRun, instance: Instance, request: ServerRequest, operation: Operation): Promise<void> {
  const { interpreter } = run.session
  const { size, next, isOffset } = findPageNames(interpreter, operation)
  const { sort } = interpreter.compiled.facts.typing.input(operation)
  if (next === undefined) return
  if (isOffset && !(await askList(run, instance, replaceQuery(request, [[next, '1']]), operation, 'page'))) return
  if (size === undefined) return
  for (const [index, property] of (sort?.properties ?? []).entries()) {
    // The order of equal records decides on which page they are, and servers may choose it.
    if (hasTies(run, operation, property)) continue
    const order = printSort(sort!, [`${index % 2 === 0 ? '-' : ''}${property}`]).map(([name, text]): [string, string] => [name, text])
    let cursor: string | undefined
    for (let page = 0; page < maxOrderedPages; page++) {
      const at: [string, string][] = page === 0 ? [] : [[next, isOffset ? String(page * 2) : cursor!]]
      if (!(await askList(run, instance, replaceQuery(request, [...order, [size, '2'], ...at]), operation, 'page')) || run.isFull) return
      cursor = findCursor(operation, instance)
      if (!isOffset && cursor === undefined) break
    }
  }
}

function hasTies({ session: { interpreter } }: VerifyRun, operation: Operation, property: string): boolean {
  const values = interpreter.rows(resourceNameOf(operation) ?? '').map(({ values: row }) => {
    const value = row.get(property)
    return value === undefined || value === null ? '' : printWord(convertValueToJson(value, interpreter.keys))
  })
  return new Set(values).size < values.length
}

/** Pages while the first record that was shown leaves the list: it is deleted, or moves to a state that the filter excludes. */
export async function playShrinkingPages(
  run: VerifyRun,
  { bases }: VerifyPlan,
  instance: Instance,
  request: ServerRequest,
  operation: Operation,
): Promise<void> {
  const { size, next, isOffset } = findPageNames(run.session.interpreter, operation)
  const cursorName = findOutputMember(operation, 'page.next')
  if (size === undefined || next === undefined || isOffset || cursorName === undefined) return
  const removals = bases.filter(
    (base) =>
      resourceNameOf(base.operation) === resourceNameOf(operation) &&
      (base.operation.action === 'delete' || base.operation.action === 'transition') &&
      base.operation.segments.filter(({ kind }) => kind === 'parameter').length === 1 &&
      base.steps.at(-1)!.body?.includes('{{') !== true,
  )
  for (const { operation: removal, steps } of removals) {
    const last = steps.at(-1)!
    const states = removal.action === 'delete' ? [] : listStatesLeftBy(run, operation, removal)
    if (run.isFull || (removal.action !== 'delete' && states.length === 0)) continue
    const query: [string, string][] = [...states.slice(0, 1), [size, '2']]
    if (!(await askList(run, instance, replaceQuery(request, query), operation, 'page'))) return
    const cursor = findCursor(operation, instance)
    const shown = findFirstShown(run, operation, instance)
    if (cursor === undefined || shown === undefined) continue
    const at = removal.segments.findIndex(({ kind }) => kind === 'parameter')
    const step = instance.withPlaceholders({ ...last, target: withPathValue(last.target, at, shown) })
    if (instance.predict(step)?.trace.condition !== undefined) continue
    if (!(await run.step(instance, step, true))) return
    if (!(await askList(run, instance, replaceQuery(request, [...query, [next, cursor]]), operation, 'page'))) return
  }
}

/** The plain filters of a list by the states that a transition leaves. */
function listStatesLeftBy(run: VerifyRun, operation: Operation, transition: Operation): readonly [string, string][] {
  const { facts } = run.session.compiled
  const event = transition.subject?.text.split('.')[1]
  return facts.machines.flatMap(({ machine, edges }) =>
    machine.resource !== resourceNameOf(operation)
      ? []
      : [...facts.typing.input(operation).filters.values()]
          .filter(({ property }) => property === machine.field)
          .flatMap(({ parameters: [parameter] }) =>
            parameter?.operator !== 'eq'
              ? []
              : edges
                  .filter(({ name, from, to }) => name === event && from !== to)
                  .map(({ from }): [string, string] => [parameter.name, from]),
          ),
  )
}

/** The key of the record that the last answer shows first. */
function findFirstShown(run: VerifyRun, operation: Operation, instance: Instance): string | undefined {
  const { session } = run
  const body = instance.answers.at(-1)?.body ?? ''
  const places = session.interpreter
    .rows(resourceNameOf(operation) ?? '')
    .flatMap((row) => listKeyWords(session, row).slice(0, 1))
    .map((word) => ({ word, at: body.indexOf(JSON.stringify(word)) }))
    .filter(({ at }) => at >= 0)
  return places.toSorted((a, b) => a.at - b.at)[0]?.word
}

/** The cursor of the next page, in the last answer that was not read back. */
export function findCursor(operation: Operation, instance: Instance): string | undefined {
  const name = findOutputMember(operation, 'page.next')
  if (name === undefined) return undefined
  try {
    const value = (JSON.parse(instance.answers.at(-1)?.body ?? '') as { readonly [member: string]: unknown })[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

export async function askList(
  run: VerifyRun,
  instance: Instance,
  request: ServerRequest,
  operation: Operation,
  about: ListQuery['about'],
): Promise<boolean> {
  const slot = about === 'list' ? undefined : operation.slots[about]
  return run.step(instance, instance.withPlaceholders(request), true, slot?.state === 'shown' ? [slot.at.span] : undefined)
}

export function replaceQuery(request: ServerRequest, query: readonly (readonly [string, string])[]): ServerRequest {
  if (query.length === 0) return request
  return {
    ...request,
    target: `${request.target}?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`,
  }
}
