// Attributes a refused value to its source: for each leaf of a `set` that copies a value unchanged.

import { type Failed, type Refusal } from '../../exchange/refusal.ts'
import { type Named, type Slot, type Template, listSpecifiedEntries } from '../../model/slot.ts'
import { printPointer } from '../../schema/failure.ts'
import type { Typing } from '../../typing/domain.ts'
import { type BoundPaths, type InputPath, findPassthroughs } from '../../typing/passthrough.ts'

export type InputOrigin = {
  readonly place: 'path' | 'query' | 'header' | 'body' | 'input'
  /** The path within the property. */
  readonly within: string
  /** The place within the source: a pointer into the body, or another input's name. */
  readonly at: string
}

export type InputProvenance = ReadonlyMap<string, readonly InputOrigin[]>

/** `root`: the meaning of `input`: the request, its body, or a transition's input. */
export function traceProvenance(
  set: Slot<readonly Named<Template>[]>,
  typing: Typing,
  root: 'request' | 'body' | 'input',
  boundPaths?: BoundPaths,
): InputProvenance {
  return new Map(
    listSpecifiedEntries(set).flatMap(({ name, value }) => {
      const origins = findPassthroughs(value, typing, boundPaths).flatMap(({ at, from }): InputOrigin[] => {
        const origin =
          root === 'request'
            ? findPlaceInRequest(from)
            : root === 'body'
              ? findPlaceInBody(from)
              : { place: 'input' as const, at: readLastName(from) }
        return origin === undefined ? [] : [{ ...origin, within: printPointer(at) }]
      })
      return origins.length === 0 ? [] : [[name, origins] as const]
    }),
  )
}

type InputPlace = Pick<InputOrigin, 'place' | 'at'>

function findPlaceInRequest([place, ...rest]: InputPath): InputPlace | undefined {
  const [name] = rest
  if (place === 'body') return findPlaceInBody(rest)
  if (typeof name !== 'string') return undefined
  if (place === 'path' || place === 'query') return { place, at: name }
  return place === 'headers' ? { place: 'header', at: name } : undefined
}

/** If a list has several items, the index of the refused one is unknown, so the pointer refers to the list. */
function findPlaceInBody(from: InputPath): InputPlace {
  const item = from.indexOf(null)
  return { place: 'body', at: printPointer((item < 0 ? from : from.slice(0, item)) as readonly string[]) }
}

function readLastName(from: InputPath): string {
  return from.findLast((step) => step !== null) ?? 'input'
}

/** Undefined if the refused value comes from the document. */
export function makeInputRefusal(
  property: string,
  origins: readonly InputOrigin[] | undefined,
  failures: readonly Failed[],
): Refusal | undefined {
  const attributed = failures.flatMap((failed) => {
    const at = failed.pointer ?? ''
    const origin = origins?.find(({ within }) => at === within || at.startsWith(`${within}/`))
    return origin === undefined ? [] : [{ giver: origin, failed, rest: at.slice(origin.within.length) }]
  })
  const place = attributed[0]?.giver.place
  if (place === undefined) return undefined
  const samePlace = attributed.filter(({ giver }) => giver.place === place)
  return {
    condition: 'invalid',
    name: place,
    failures: samePlace.map(({ giver, failed, rest }) => reportAtInput(property, giver, failed, rest)),
  }
}

function reportAtInput(property: string, { place, at }: InputOrigin, { pointer: _pointer, ...failed }: Failed, rest: string): Failed {
  return place === 'body'
    ? { property, ...failed, pointer: `${at}${rest}` }
    : { ...failed, property: rest === '' ? at : (failed.property ?? at) }
}
