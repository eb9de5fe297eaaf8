// Describes a change in words: its place, the old and the new value, and the effect on each side.

import { printDuration } from '../../base/duration.ts'
import { type Json, printJson } from '../../base/json.ts'
import { findPosition } from '../../base/text.ts'
import { partNames, numberPart } from '../../document/document.ts'
import { partLanguage } from '../../model/language.ts'
import type { Keys } from '../../model/shape.ts'
import type { Change } from '../change.ts'
import { type EffectOnSide, type ChangeSeverity, severityOf } from '../law.ts'

export const diffTitles: { readonly [part in Change['part']]: string } = {
  service: 'service',
  resources: 'resources',
  states: 'states',
  endpoints: 'endpoints',
  authentication: 'authentication',
  events: 'events',
  errors: 'errors',
  limits: 'limits',
  versioning: 'versioning',
}

/** `4. endpoints`. */
export function printPartName(part: Change['part']): string {
  return `${numberPart(part)}. ${diffTitles[part]}`
}

/** `Order › properties › note`. */
export function placeOfChange({ path, part }: Pick<Change, 'path' | 'part'>): string {
  return path.length === 0 ? `part ${numberPart(part)}` : path.join(' › ')
}

const maxLength = 80

/** Keys of the language that always hold a duration; the model has them in milliseconds. */
const durations: ReadonlySet<string> = listDurationKeys()

function listDurationKeys(): Set<string> {
  const [durationNames, otherNames] = [new Set<string>(), new Set<string>()]
  const visited = new Set<Keys>()
  const visit = (keys: Keys): void => {
    if (visited.has(keys)) return
    visited.add(keys)
    for (const [name, { shape, refused }] of Object.entries(keys)) {
      if (refused === undefined) (shape.words.startsWith('a duration') ? durationNames : otherNames).add(name)
      visit(shape.keys?.() ?? {})
    }
  }
  for (const part of partNames) for (const keys of [partLanguage[part].keys, partLanguage[part].elements?.keys?.() ?? {}]) visit(keys)
  return durationNames.difference(otherNames)
}

export function printFactValue(value: Json, key?: string): string {
  const isDuration = typeof value === 'number' && key !== undefined && durations.has(key)
  const text = typeof value === 'string' ? value : isDuration ? printDuration(value) : printJson(value)
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

/** `was 5, is 10`. */
export function changeText({ old, new: newValue, path }: Pick<Change, 'old' | 'new' | 'path'>): string {
  const key = path.at(-1)
  if (old === undefined && newValue === undefined) return ''
  if (old === undefined) return `is new: ${printFactValue(newValue!, key)}`
  if (newValue === undefined) return `is gone: ${printFactValue(old, key)}`
  const [before, after] = [printFactValue(old, key), printFactValue(newValue, key)]
  return before === after ? 'differs' : `was ${before}, is ${after}`
}

const sideNames: { readonly [side in EffectOnSide['side']]: string } = {
  senders: 'clients that send',
  readers: 'clients that read',
  subscribers: 'subscribers',
  stored: 'what is stored',
  operators: 'operators',
}

/** One sentence per side. */
export function printMotion(motion: EffectOnSide): string {
  return `${sideNames[motion.side]}: ${setMotionText(motion)}`
}

function setMotionText({ side, role, way }: EffectOnSide): string {
  switch (way) {
    case 'same':
      return 'nothing changes'
    case 'unknown':
      return 'the change cannot be determined'
    case 'other':
      if (role === 'permitted') return 'something else is accepted'
      return side === 'senders' ? 'the outcome of a request differs' : 'what they get differs'
    case 'narrower':
      if (role !== 'permitted') return 'they can rely on more'
      if (side === 'operators') return 'less is accepted'
      return side === 'stored' ? 'stored values may no longer be valid' : 'fewer requests are accepted'
    case 'wider':
      if (role !== 'permitted') return 'something they could rely on no longer holds'
      if (side === 'operators') return 'more is accepted'
      return side === 'stored' ? 'nothing has to change' : 'more requests are accepted'
  }
}

/** The effects that cause the severity, or all if the change is safe. */
export function listDecisiveMotions({ motions, severity }: Pick<Change, 'motions' | 'severity'>): readonly EffectOnSide[] {
  const notable = motions.filter((motion) => severityOf(motion) !== 'safe')
  return severity === 'safe' ? [] : notable
}

export function changePlaceText({ places }: Pick<Change, 'places'>): string {
  const text = (span: NonNullable<Change['places']['old']>): string =>
    `${span.source.convention ?? span.source.name}:${findPosition(span.source, span.start).line}`
  const [before, after] = [places.old && text(places.old), places.new && text(places.new)]
  if (after === undefined) return before === undefined ? '' : `was ${before}`
  return before === undefined || before === after ? after : `${after} (was ${before})`
}

/** `2 breaking, 1 to review, 3 safe`, or `no change`. */
export function countText(changes: readonly Pick<Change, 'severity'>[]): string {
  const severityNames: { readonly [severity in ChangeSeverity]: string } = { breaking: 'breaking', review: 'to review', safe: 'safe' }
  const counts = (['breaking', 'review', 'safe'] as const).flatMap((severity) => {
    const count = changes.filter((each) => each.severity === severity).length
    return count === 0 ? [] : [`${count} ${severityNames[severity]}`]
  })
  return counts.length === 0 ? 'no change' : counts.join(', ')
}
