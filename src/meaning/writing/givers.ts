// Whose mistake it is where a property refuses what is written: of each leaf of a `set` that is taken from somewhere as it is.

import { type Failed, type Refusal } from '../../exchange/refusal.ts'
import { type Named, type Slot, type Template, each } from '../../model/slot.ts'
import { pointer } from '../../schema/failure.ts'
import type { Typing } from '../../typing/domain.ts'
import { type Bound, type InputPath, takenAsIs } from '../../typing/taken-as-is.ts'

export type Giver = {
  readonly place: 'path' | 'query' | 'header' | 'body' | 'input'
  /** Where within the property. */
  readonly within: string
  /** Where within what was given: a pointer into the body, the name of anything else. */
  readonly at: string
}

export type Givers = ReadonlyMap<string, readonly Giver[]>

/** `root`: what `input` is there: the request, its body, or what a transition was given. */
export function giversOf(set: Slot<readonly Named<Template>[]>, typing: Typing, root: 'request' | 'body' | 'input', bound?: Bound): Givers {
  return new Map(each(set).flatMap(({ name, value }) => {
    const givers = takenAsIs(value, typing, bound).flatMap(({ at, from }): Giver[] => {
      const giver = root === 'request' ? ofRequest(from) : root === 'body' ? inBody(from) : { place: 'input' as const, at: lastOf(from) }
      return giver === undefined ? [] : [{ ...giver, within: pointer(at) }]
    })
    return givers.length === 0 ? [] : [[name, givers] as const]
  }))
}

type Where = Pick<Giver, 'place' | 'at'>

function ofRequest([place, ...rest]: InputPath): Where | undefined {
  const [name] = rest
  if (place === 'body') return inBody(rest)
  if (typeof name !== 'string') return undefined
  return place === 'path' || place === 'query' ? { place, at: name } : place === 'headers' ? { place: 'header', at: name } : undefined
}

/** Which item it is, of several, is not known: then the list is pointed to. */
function inBody(from: InputPath): Where {
  const item = from.indexOf(null)
  return { place: 'body', at: pointer((item < 0 ? from : from.slice(0, item)) as readonly string[]) }
}

function lastOf(from: InputPath): string {
  return from.findLast((step) => step !== null) ?? 'input'
}

/** Undefined where what was refused is the document's own. */
export function refusalOf(property: string, givers: readonly Giver[] | undefined, failures: readonly Failed[]): Refusal | undefined {
  const found = failures.flatMap((failed) => {
    const at = failed.pointer ?? ''
    const giver = givers?.find(({ within }) => at === within || at.startsWith(`${within}/`))
    return giver === undefined ? [] : [{ giver, failed, rest: at.slice(giver.within.length) }]
  })
  const place = found[0]?.giver.place
  if (place === undefined) return undefined
  const own = found.filter(({ giver }) => giver.place === place)
  return { condition: 'invalid', name: place, failures: own.map(({ giver, failed, rest }) => told(property, giver, failed, rest)) }
}

function told(property: string, { place, at }: Giver, { pointer: _pointer, ...failed }: Failed, rest: string): Failed {
  return place === 'body' ? { property, ...failed, pointer: `${at}${rest}` } : { ...failed, property: rest === '' ? at : failed.property ?? at }
}
