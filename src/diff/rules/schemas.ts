// What a difference between schemas comes to for those who send, read, subscribe to and keep its values.

import { type Target } from '../law.ts'
import { type Edit, type Finding, type Rule, operated, read, rule, sent, stored, subscribed } from '../rule.ts'
import { compareSchemas } from '../schema/compare.ts'
import type { Difference } from '../schema/difference.ts'
import type { Use } from '../uses.ts'

/** A schema of what one side gives: parameters, settings, the input of code. */
export function given(...targets: readonly Target[]): Rule {
  return rule((edit) => compareSchemas(edit.a, edit.b, edit).map((each) => ({ ...placed(edit, each), motions: targets.map((target) => ({ ...target, way: target.role === 'permitted' ? each.sent : each.read })) })))
}

function placed({ path }: Edit, { path: inner, old, new: now, note }: Difference): Omit<Finding, 'motions'> {
  return { path: [...path, ...inner], old, new: now, ...(note === undefined ? {} : { note }) }
}

/** A schema of what is kept, used by these. `open`: its values may become more. */
export function usedFindings(edit: Edit, use: Use, { isOpen = false, isStored = true } = {}): readonly Finding[] {
  return compareSchemas(edit.a, edit.b, edit).map((each) => usedFinding(edit, each, use, { isOpen, isStored }))
}

export function usedFinding(edit: Edit, each: Difference, use: Use, { isOpen, isStored }: { readonly isOpen: boolean; readonly isStored: boolean }): Finding {
  const shown = isOpen && each.read === 'wider' ? 'same' : each.read
  return {
    ...placed(edit, each),
    motions: [
      ...(use.takes.length > 0 ? [{ ...sent, way: each.sent }] : []),
      ...(use.shows.length > 0 ? [{ ...read, way: shown }] : []),
      ...(use.tells.length > 0 ? [{ ...subscribed, way: shown }] : []),
      // Records that are there may not fit; nothing rewrites them.
      ...(isStored && each.sent !== 'wider' && each.sent !== 'same' ? [{ ...stored, way: 'unknown' as const }] : []),
    ],
    operations: [...new Set([...use.takes, ...use.shows])],
  }
}

export const settingSchema: Rule = given(operated)
