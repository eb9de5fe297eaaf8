// Rules for a property of a resource: added, removed, renamed or changed.

import { printCanonical } from '../../base/json.ts'
import { typeOfKeyword } from '../../schema/problems.ts'
import type { Property } from '../../typing/domain.ts'
import type { EffectOnSide } from '../law.ts'
import { type DocumentEdit, type DiffFinding, type DiffRule, printFact, makeFinding, rule } from '../rule.ts'
import type { Use } from '../uses.ts'
import { formerPropertyOf, inOldEdition, isStoredProperty, makeUseMotions, operationsOf, propertyOf, useOf } from './edit-uses.ts'
import { diffUses } from './schemas.ts'

export function reportAddedProperty(edit: DocumentEdit): DiffFinding {
  const [resource, , name] = edit.path as [string, string, string]
  const property = propertyOf(edit.new, resource, name)
  const use = edit.new.uses.property(`${resource}.${name}`)
  // Another server's requests are described by their own bodies.
  const isRequiredInput =
    property?.required === true && property.writable && property.default === undefined && use.acceptedIn.length > 0 && !edit.new.isElsewhere
  // Existing records have no value for it.
  const hasValueInRecords =
    property?.required !== true ||
    property.default !== undefined ||
    property.generate !== undefined ||
    property.compute !== undefined ||
    property.machine !== undefined
  return makeFinding(
    edit,
    makeUseMotions(use, {
      sent: isRequiredInput ? 'narrower' : 'wider',
      read: 'narrower',
      ...(isStoredProperty(property) ? { stored: hasValueInRecords ? 'wider' : 'narrower' } : {}),
    }),
    { operations: isRequiredInput ? use.acceptedIn : [] },
  )
}

export function reportRemovedProperty(edit: DocumentEdit): DiffFinding {
  const [resource, , name] = edit.path as [string, string, string]
  const use = edit.old.uses.property(inOldEdition(`${resource}.${name}`, edit.old, edit.new))
  return makeFinding(
    edit,
    makeUseMotions(use, {
      sent: edit.new.isElsewhere ? 'narrower' : 'unknown',
      read: 'other',
      ...(isStoredProperty(formerPropertyOf(edit, resource, name)) ? { stored: 'unknown' } : {}),
    }),
    { operations: operationsOf(use), note: 'Its stored values are lost.' },
  )
}

export const renamedProperty: DiffRule = rule((edit) => {
  const [resource] = edit.path as [string]
  const use = useOf(edit, `${resource}.${printFact(edit.a)}`, `${resource}.${printFact(edit.b)}`)
  return [
    makeFinding(edit, makeUseMotions(use, { sent: 'other', read: 'other', stored: 'same' }), {
      operations: operationsOf(use),
      note: `It was called \`${printFact(edit.a)}\`.`,
    }),
  ]
})

export const property: DiffRule = rule((edit) => {
  const [resource, , name] = edit.path as [string, string, string]
  const before = edit.new.renames.properties.get(`${resource}.${name}`) ?? []
  const formerName =
    before.find((each) => formerPropertyOf(edit, resource, each) !== undefined && formerPropertyOf(edit, resource, name) === undefined) ??
    name
  const use = withReferences(edit, resource, name, useOf(edit, `${resource}.${formerName}`, `${resource}.${name}`))
  const isStored = isStoredProperty(propertyOf(edit.new, resource, name))
  const [former, later] = [formerPropertyOf(edit, resource, formerName), propertyOf(edit.new, resource, name)]
  const target = later?.reference?.resource
  const findings = diffUses(edit, use, {
    isStored,
    isOpen: edit.old.open.has(`${resource}.${name}`),
    isWritten: use.acceptedIn.length > 0 || edit.new.isElsewhere,
  }).map((each) =>
    each.path.at(-1) === 'onDelete' && target !== undefined && !isDeleted(edit, target)
      ? { ...each, motions: [], note: `Nothing deletes records of ${target}.` }
      : each,
  )
  return former !== undefined && later !== undefined && isGeneratedAlike(former, later) ? findings.map(ofGeneratedValue) : findings
})

/** True if the service alone gives the value, in the same way. */
function isGeneratedAlike(former: Property, later: Property): boolean {
  const [before, after] = [former.generate, later.generate]
  if (former.writable || later.writable || before === undefined || before.kind !== after?.kind) return false
  return before.kind !== 'expression' || (after.kind === 'expression' && before.expression.text === after.expression.text)
}

const describesValue = new Set([...typeOfKeyword.keys(), 'type', 'format'])

/** A changed schema does not change generated values. Clients may send others; that is unknown. */
function ofGeneratedValue(finding: DiffFinding): DiffFinding {
  if (!describesValue.has(finding.path.at(-1)!)) return finding
  return {
    ...finding,
    motions: finding.motions.flatMap((motion): EffectOnSide[] =>
      motion.role === 'promised' ? [] : [motion.way === 'wider' ? motion : { ...motion, way: 'unknown' }],
    ),
  }
}

/** True if an operation, a state, an event or code may delete records of the resource, in either edition. */
export function isDeleted({ old, new: newEdition }: DocumentEdit, resource: string): boolean {
  return [old, newEdition].some(
    ({ compiled, parts }) =>
      compiled.facts.operations.some(({ deletes }) => deletes.includes(resource)) ||
      [parts.states, parts.service, parts.events].some((part) => printCanonical(part).includes('"delete"')),
  )
}

/** The key of a record is sent wherever the record is referenced. */
function withReferences({ new: newEdition }: DocumentEdit, resource: string, name: string, use: Use): Use {
  const info = newEdition.compiled.facts.typing.domain.resources.get(resource)
  if (info?.key.includes(name) !== true) return use
  const usesOfResource = newEdition.uses.resource(resource)
  return {
    acceptedIn: [...new Set([...use.acceptedIn, ...usesOfResource.acceptedIn])],
    writtenIn: use.writtenIn,
    shownIn: [...new Set([...use.shownIn, ...usesOfResource.shownIn, ...usesOfResource.acceptedIn])],
    publishedIn: use.publishedIn,
  }
}

export const formerProperties = ({ path, new: newEdition }: DocumentEdit): ReadonlyMap<string, string> => {
  const prefix = `${path[0]!}.`
  return new Map(
    [...newEdition.renames.properties].flatMap(([name, former]) =>
      name.startsWith(prefix) && former[0] !== undefined ? [[name.slice(prefix.length), former[0]] as const] : [],
    ),
  )
}
