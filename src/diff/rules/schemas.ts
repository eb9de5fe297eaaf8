// Judges a difference between schemas for the sides that send, read, receive and store their values.

import type { AffectedTarget, SetMotion } from '../law.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  makeMotions,
  operatorSettings,
  outcomes,
  readResponses,
  receivedEvents,
  rule,
  sentRequests,
  storedRecords,
} from '../rule.ts'
import { compareSchemas } from '../schema/compare.ts'
import type { SchemaDifference } from '../schema/difference.ts'
import type { Use } from '../uses.ts'

/** A schema of input: parameters, settings, the input of code. */
export function makeInputRule(...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) =>
    compareSchemas(edit.a, edit.b, edit).map((each) => ({
      ...place(edit, each),
      motions: targets.map((target) => ({ ...target, way: target.role === 'permitted' ? each.sent : each.read })),
    })),
  )
}

function place({ path }: DocumentEdit, { path: inner, old, new: newValue, note }: SchemaDifference): Omit<DiffFinding, 'motions'> {
  return { path: [...path, ...inner], old, new: newValue, ...(note === undefined ? {} : { note }) }
}

/** `isOpen`: an enumeration may grow. `isWritten`: requests can write the value. */
type ValueUse = { readonly isOpen: boolean; readonly isStored: boolean; readonly isWritten: boolean }

/** Compares the schema of stored values for each use. */
export function diffUses(
  edit: DocumentEdit,
  use: Use,
  { isOpen = false, isStored = true, isWritten = true }: Partial<ValueUse> = {},
): readonly DiffFinding[] {
  return compareSchemas(edit.a, edit.b, edit).map((each) => makeUseFinding(edit, each, use, { isOpen, isStored, isWritten }))
}

/** How the values that readers can receive change. If no request writes the value, further values may never occur. */
function readMotion({ read }: SchemaDifference, { isOpen, isWritten }: ValueUse): SetMotion {
  if (read !== 'wider') return read
  if (isOpen) return 'same'
  return isWritten ? 'wider' : 'unknown'
}

function makeUseFinding(edit: DocumentEdit, each: SchemaDifference, use: Use, valueUse: ValueUse): DiffFinding {
  const readWay = readMotion(each, valueUse)
  const { isStored } = valueUse
  // A default is also the value of what no request sends.
  const accepting = each.path.at(-1) === 'default' ? [...use.acceptedIn, ...use.writtenIn] : use.acceptedIn
  return {
    ...place(edit, each),
    motions: [
      ...(accepting.length > 0 ? [{ ...sentRequests, way: each.sent }] : []),
      ...(use.shownIn.length > 0 ? [{ ...readResponses, way: readWay }] : []),
      ...(use.publishedIn.length > 0 ? [{ ...receivedEvents, way: readWay }] : []),
      // Existing records may not fit, and no migration rewrites them.
      ...(isStored && each.sent !== 'wider' && each.sent !== 'same' ? [{ ...storedRecords, way: 'unknown' as const }] : []),
    ],
    operations: [...new Set([...accepting, ...use.shownIn])],
  }
}

/** If an operator leaves a setting out, clients see the effect of its default. */
export const settingSchema: DiffRule = rule((edit) =>
  makeInputRule(operatorSettings)
    .judge(edit)
    .map((finding) =>
      finding.path.at(-1) !== 'default'
        ? finding
        : { ...finding, motions: [...finding.motions, ...makeMotions('unknown', outcomes, readResponses)] },
    ),
)
