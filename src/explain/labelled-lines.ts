// Builds lines with a label on the left and an origin on the right.

import { type Origin, type Slot, originOf } from '../model/slot.ts'
import type { Line } from './layout.ts'
import { printOrigin } from './origin.ts'

/** The text of a line, and its origin. */
export type LabelledRow = { readonly text: string; readonly from?: string }

/** The first line has the label, the other lines are below it. */
export function makeLabelledLines(label: string, rows: readonly LabelledRow[]): Line[] {
  return rows.map(({ text, from }, index) => labelLine(index === 0 ? label : '', text, from))
}

export function labelLine(label: string, text: string, from?: string): Line {
  return { indent: 0, label: { text: label, width: 11, style: 'bold' }, text, ...(from === undefined ? {} : { from }) }
}

export function readSlotSource(slot: Slot<unknown>): { from?: string } {
  return 'at' in slot ? { from: printOrigin(originOf(slot.at)) } : {}
}

export function readOriginSource([origin]: readonly Origin[]): { from?: string } {
  return origin === undefined ? {} : { from: printOrigin(origin) }
}
