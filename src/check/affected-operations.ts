// Names the operations of a gap: the first one, and the others.

import { joinWithAnd } from '../diagnostic/voice.ts'
import type { Missing } from '../fact/fact.ts'

/** `who` begins a sentence; `also` follows one, and is empty for a single operation. */
export function describeOperations(operations: Missing['operations']): { readonly who: string; readonly also: string } {
  const [first, ...others] = operations === 'all' ? [] : operations.map(({ name }) => name)
  return {
    who: first === undefined ? 'The service' : `\`${first}\``,
    also: others.length === 0 ? '' : ` ${joinWithAnd(others)} ${others.length === 1 ? 'has' : 'have'} the same gap.`,
  }
}
