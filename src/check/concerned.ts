// Who has a gap, in words: the first operation, and the others that have the same.

import { every } from '../diagnostic/voice.ts'
import type { Missing } from '../fact/fact.ts'

/** `who` begins a sentence; `also` follows one, and is empty where nobody else has it. */
export function concerned(operations: Missing['operations']): { readonly who: string; readonly also: string } {
  const [first, ...others] = operations === 'all' ? [] : operations.map(({ name }) => name)
  return {
    who: first === undefined ? 'The service' : `\`${first}\``,
    also: others.length === 0 ? '' : ` ${every(others)} ${others.length === 1 ? 'has' : 'have'} the same gap.`,
  }
}
