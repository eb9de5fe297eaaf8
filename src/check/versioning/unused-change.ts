// Reports changes that affect no request or answer of an older version, and values that no request gets.

import { type Help, advise, remove } from '../../diagnostic/help.ts'
import { printJson } from '../../base/json.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Scalar } from '../../document/node.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Tree } from '../../fact/versions/version.ts'
import { type Named, type Origin, type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { EditionChange } from '../../model/versioning.ts'
import type { Check } from '../check.ts'

const code = 'versioning/unused-change'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { model, versions } = facts
    if (versions.length === 0) return []
    const changes = listSpecifiedEntries(model.versioning.value.changes)
    const unchangedNames = changes.flatMap(({ value }) => value.flatMap(reportUnchangedNames))
    const emptyChanges = changes.flatMap(({ name, key, value }) =>
      value.every(isEmpty)
        ? [
            diagnose(
              `${quoteName(name)} has no changes`,
              key.span,
              advise`List its changes, or ${remove('remove it')}: a version without changes equals the one before it.`,
            ),
          ]
        : [],
    )
    // A gap may hide the use of this change.
    const isComplete =
      (['resources', 'endpoints', 'events'] as const).every((part) => model[part].state !== 'not shown') &&
      facts.operations.every(({ complete }) => complete)
    return [
      ...unchangedNames,
      ...reportUnchangedDefaults(facts),
      ...changes.flatMap(({ value }) => value.flatMap(reportUnchangedTypes)),
      ...emptyChanges,
      ...(isComplete
        ? reportUnused(
            facts,
            changes.flatMap(({ value }) => value),
          )
        : []),
    ]
  },
}

const keys = ['rename', 'add', 'remove', 'default', 'retype', 'renameState', 'renameEndpoint', 'restore'] as const

function isEmpty(change: EditionChange): boolean {
  return keys.every((key) => (slotValueOf(change[key] as Slot<readonly unknown[]>) ?? []).length === 0)
}

function reportUnchangedNames({ rename, renameEndpoint, renameState }: EditionChange): Diagnostic[] {
  const pairs = [
    ...listSpecifiedEntries(rename),
    ...listSpecifiedEntries(renameEndpoint),
    ...listSpecifiedEntries(renameState).flatMap(({ value }) =>
      value.flatMap(({ name, key, slot }) => (slot.state === 'shown' ? [{ name, key, value: slot.value }] : [])),
    ),
  ]
  return pairs
    .filter(({ name, value }) => name === value.text || name.endsWith(`.${value.text}`))
    .map(({ name, key }) =>
      diagnose(`${quoteName(name)} keeps its name`, key.span, advise`Write the name that it had, or ${remove('leave it out')}.`),
    )
}

function reportUnchangedTypes({ retype }: EditionChange): Diagnostic[] {
  return listSpecifiedEntries(retype)
    .filter(({ value: { up, down } }) => [up, down].every((slot) => slotValueOf(slot)?.text.trim() === 'value'))
    .map(({ name, key }) =>
      diagnose(
        `${quoteName(name)} keeps its values`,
        key.span,
        advise`Write how the old value becomes the new one, and back, or ${remove('leave it out')}.`,
      ),
    )
}

/** The value of a later change for the same property, or its `default` today. */
function reportUnchangedDefaults({ model, typing: { domain } }: Facts): Diagnostic[] {
  const { changes, versions } = model.versioning.value
  const order = listSpecifiedEntries(versions).map(({ name }) => name)
  const steps = listSpecifiedEntries(changes)
    .toSorted((a, b) => indexIn(order, a.name) - indexIn(order, b.name))
    .flatMap(({ value }) => value)
  return steps.flatMap((step, index) =>
    listSpecifiedEntries(step.default).flatMap(({ name, key, value }) => {
      const laterDefault = steps
        .slice(index + 1)
        .flatMap((other) => listSpecifiedEntries(other.default))
        .find((other) => other.name === name)?.value
      const [owner, property] = name.split('.')
      const nextDefault = laterDefault ?? domain.resources.get(owner ?? '')?.properties.get(property ?? '')?.default
      return nextDefault !== undefined && printJson(nextDefault.value) === printJson(value.value)
        ? [
            diagnose(
              `${quoteName(name)} is filled with the same as after the change`,
              key.span,
              advise`Write what it was filled with before, or ${remove('leave it out')}.`,
            ),
          ]
        : []
    }),
  )
}

/** The current version is the last. */
function indexIn(order: readonly string[], name: string): number {
  const index = order.indexOf(name)
  return index === -1 ? order.length : index
}

/** A `rename` or `renameState` also guides migration, so it is never unused. */
function reportUnused(facts: Facts, changes: readonly EditionChange[]): Diagnostic[] {
  const { origins, filled, paths } = listEffects(facts)
  return changes.flatMap(({ add, remove: removed, default: defaults, retype }) => {
    const listEntries = (slot: Slot<readonly Named<unknown>[]>): readonly Named<unknown>[] => slotValueOf(slot) ?? []
    const unused = [...listEntries(add), ...listEntries(removed), ...listEntries(retype)].filter(
      ({ name, key }) => !origins.has(printPlace(key.span)) && !paths.has(name),
    )
    const unusedValues = [...listEntries(add), ...listEntries(defaults)].filter(
      (each) => !unused.includes(each) && hasRequestValue(each) && !filled.has(printPlace(each.key.span)),
    )
    return [
      ...unused.map(({ name, key }) =>
        diagnose(
          `${quoteName(name)} is neither sent nor taken by any operation of an older version`,
          key.span,
          advise`${remove('Leave it out')}, or show the property where older clients had it.`,
        ),
      ),
      ...unusedValues.map(({ name, key, slot }) =>
        diagnose(
          `No request is given the value for ${quoteName(name)}`,
          (slot as { at?: Scalar }).at?.span ?? key.span,
          'It fills omitted members in requests with a whole record, but no operation of an older version accepts such requests. Write `none` for a new member; remove a `default`.',
        ),
      ),
    ]
  })
}

/** True if a request must send the property before its `default` applies; words and entries only replace others. */
function hasRequestValue({ name, slot }: Named<unknown>): boolean {
  return slot.state === 'shown' && name.includes('.')
}

type Effects = { readonly origins: ReadonlySet<string>; readonly filled: ReadonlySet<string>; readonly paths: ReadonlySet<string> }

function listEffects({ versions, typing }: Facts): Effects {
  const [origins, filled, paths] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const addOrigins = (because: readonly Origin[], target = origins): void => {
    for (const origin of because) if (origin.kind === 'document') target.add(printPlace(origin.span))
  }
  const [sentTrees, acceptedTrees] = [new Set<Tree>(), new Set<Tree>()]
  const visitTree = (tree: Tree | undefined, isFilled: boolean): void => {
    const visited = isFilled ? acceptedTrees : sentTrees
    if (tree === undefined || visited.has(tree)) return
    visited.add(tree)
    // An item of a list is always complete, also in a merge patch.
    if (tree.kind === 'list') return visitTree(tree.items, isFilled)
    for (const { because, fill, inner, steps } of tree.members.values()) {
      addOrigins(because)
      if ((fill !== undefined && isFilled) || steps.some(({ kind }) => kind === 'words')) addOrigins(because, filled)
      visitTree(inner, isFilled)
    }
    for (const { because } of tree.removed.values()) addOrigins(because)
  }
  for (const { conversions, events, callbacks, entries } of versions) {
    for (const [operation, { body, output, query, sort, path }] of conversions) {
      visitTree(body, typing.input(operation).body?.patch !== true)
      visitTree(query, true)
      for (const tree of [output, sort]) visitTree(tree, false)
      for (const steps of path.values()) for (const step of steps) if (step.kind === 'retype') paths.add(step.name)
    }
    for (const tree of [...events.values(), ...callbacks.values()]) visitTree(tree, false)
    for (const { because } of entries.values()) addOrigins([because])
  }
  return { origins, filled, paths }
}

function printPlace({ source, start }: Span): string {
  return `${source.name} ${start}`
}

function diagnose(message: string, span: Span, help: string | Help): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    message,
    { span, text: 'changes nothing' },
    { reason: 'This line has no effect: older clients see no difference.', help },
  )
}
