// Converts a refusal to an older version: its pointers, properties and states.

import type { Json } from '../../base/json.ts'
import { EvaluationError } from '../../cel/evaluate.ts'
import type { Value } from '../../cel/value.ts'
import type { EntryFacts, Facts } from '../../fact/fact.ts'
import type { Conversion, ObjectTree, VersionFacts } from '../../fact/versions/version.ts'
import { printPointer, parsePointer } from '../../schema/failure.ts'
import type { Failed, Refusal } from '../refusal.ts'
import { downgradePath } from './convert.ts'
import { downgradeValue } from './steps.ts'

/** `conversion` is that of the operation; undefined before there is one, or where it differs in nothing. */
export function downgradeRefusal(refusal: Refusal, version: VersionFacts, conversion: Conversion | undefined): Refusal {
  const { subject, failures, details, further } = refusal
  const [resource = '', ...rest] = (subject ?? '').split('.')
  const tree = version.resources.get(resource)
  return {
    ...refusal,
    ...(subject === undefined || tree === undefined
      ? {}
      : { subject: [resource, ...rest.map((name) => replaceFormerNames(tree, name))].join('.') }),
    ...(failures === undefined ? {} : { failures: failures.map((failed) => downgradeFailure(failed, conversion, tree)) }),
    ...(details === undefined || tree === undefined ? {} : { details: downgradeDetails(details, tree) }),
    ...(further === undefined ? {} : { further: further.map((each) => downgradeRefusal(each, version, conversion)) }),
  }
}

function downgradeFailure(failed: Failed, conversion: Conversion | undefined, tree: ObjectTree | undefined): Failed {
  if (failed.isInRequestVersion === true) return failed
  const steps = failed.pointer === undefined ? undefined : parsePointer(failed.pointer)
  const { property, value } = failed
  if (steps === undefined) {
    const propertyName =
      property === undefined
        ? undefined
        : (conversion?.query?.members.get(property)?.olderName ?? (tree === undefined ? property : replaceFormerNames(tree, property)))
    return { ...failed, ...(propertyName === undefined ? {} : { property: propertyName }) }
  }
  const older = downgradePath(conversion?.body, steps)
  const last = steps.findLastIndex((step) => step === property)
  const renamed = property === undefined || tree === undefined ? property : replaceFormerNames(tree, property)
  const propertyName = last >= 0 ? older[last] : renamed
  const ownValue = value === undefined ? {} : { value: convertAt(conversion, steps, value) }
  return { ...failed, ...ownValue, pointer: printPointer(older), ...(propertyName === undefined ? {} : { property: propertyName }) }
}

/** The value as it was sent, if it was converted. */
function convertAt(conversion: Conversion | undefined, steps: readonly string[], value: Json): Json {
  let tree = conversion?.body
  let found: { steps: Parameters<typeof downgradeValue>[0] } | undefined
  for (const step of steps) {
    if (tree?.kind === 'list') tree = tree.items
    else {
      found = tree?.members.get(step)
      tree = tree?.members.get(step)?.inner
    }
  }
  try {
    return found === undefined ? value : downgradeValue(found.steps, value)
  } catch (error) {
    if (error instanceof EvaluationError) return value
    throw error
  }
}

/** Several names of one unique are joined by `+`. */
function replaceFormerNames(tree: ObjectTree, names: string): string {
  return names
    .split('+')
    .map((name) => tree.members.get(name)?.olderName ?? name)
    .join('+')
}

/** The values about a record, with the older version's names of states. */
function downgradeDetails(details: ReadonlyMap<string, Value>, { members }: ObjectTree): ReadonlyMap<string, Value> {
  const state = details.get('state')
  if (typeof state !== 'string') return details
  const stateMember = [...members.values()].find(({ steps }) => steps.some((step) => step.kind === 'words' && step.down.has(state)))
  const older = stateMember && downgradeValue(stateMember.steps, state)
  return typeof older === 'string' ? new Map([...details, ['state', older]]) : details
}

/** The entry in the older version: an added entry is replaced by an older one, a renamed entry has its former name. */
export function downgradeEntry(entry: EntryFacts, { entries }: VersionFacts, facts: Facts): EntryFacts {
  const olderEntry = entries.get(entry.name)
  if (olderEntry === undefined) return entry
  if ('formerName' in olderEntry) return { ...entry, name: olderEntry.formerName }
  return facts.entries.find(({ name }) => name === olderEntry.replacement) ?? entry
}
