// All stages of an operation, in the language's own order.

import { address } from './address.ts'
import { caller } from './caller.ts'
import { effect } from './effect.ts'
import { findConditions } from './find.ts'
import { form } from './form.ts'
import { input } from './input.ts'
import { interrupts } from './interrupts.ts'
import { match } from './match.ts'
import { permission } from './permission.ts'
import { replayConditions } from './replay.ts'
import type { StageTable } from './row.ts'
import { state } from './state.ts'

export const stageTables: readonly StageTable[] = [
  address,
  caller,
  form,
  input,
  replayConditions,
  findConditions,
  permission,
  match,
  state,
  effect,
  interrupts,
]
