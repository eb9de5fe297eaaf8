// Prints the origin of a behaviour: a line of the document, a convention, a standard or the operator.

import { type Span, findPosition } from '../base/text.ts'
import type { Origin } from '../model/slot.ts'

export function printPlace({ source, start }: Span): string {
  return `${source.convention ?? source.name}:${findPosition(source, start).line}`
}

export function printOrigin(origin: Origin): string {
  switch (origin.kind) {
    case 'document':
    case 'convention':
      return printPlace(origin.span)
    case 'standard':
      return origin.reference
    case 'operator':
      return `operator: ${origin.setting}`
  }
}
