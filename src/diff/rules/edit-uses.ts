// Finds the uses of the fields, views and shapes of an edit, in the old edition and in the new one.

import type { Property } from '../../typing/domain.ts'
import type { Edition } from '../edition.ts'
import type { EffectOnSide, SetMotion } from '../law.ts'
import { type DocumentEdit, makeMotions, readResponses, receivedEvents, sentRequests, storedRecords } from '../rule.ts'
import type { Use } from '../uses.ts'

/** The uses in the old edition and in the new one. */
export function useOf(
  { old, new: newEdition }: DocumentEdit,
  before: string,
  after: string,
  kind: 'property' | 'shape' | 'view' = 'property',
): Use {
  const [usesBefore, usesAfter] = [
    old.uses[kind](kind === 'property' ? inOldEdition(before, old, newEdition) : before),
    newEdition.uses[kind](after),
  ]
  const joinUses = (of: keyof Use): string[] => [...new Set([...usesBefore[of], ...usesAfter[of]])]
  return {
    acceptedIn: joinUses('acceptedIn'),
    writtenIn: joinUses('writtenIn'),
    shownIn: joinUses('shownIn'),
    publishedIn: joinUses('publishedIn'),
  }
}

/** `Order.note` by the former name of its resource. */
export function inOldEdition(property: string, old: Edition, newEdition: Edition): string {
  const [resource = '', ...rest] = property.split('.')
  return [findFormerResource(resource, old, newEdition), ...rest].join('.')
}

export function findFormerResource(resource: string, old: Edition, { renames }: Edition): string {
  const { resources } = old.compiled.facts.typing.domain
  return resources.has(resource) ? resource : ((renames.resources.get(resource) ?? []).find((each) => resources.has(each)) ?? resource)
}

export function makeUseMotions(
  use: Use,
  ways: { readonly sent: SetMotion; readonly read: SetMotion; readonly stored?: SetMotion },
): EffectOnSide[] {
  return [
    ...(use.acceptedIn.length > 0 ? makeMotions(ways.sent, sentRequests) : []),
    ...(use.shownIn.length > 0 ? makeMotions(ways.read, readResponses) : []),
    ...(use.publishedIn.length > 0 ? makeMotions(ways.read, receivedEvents) : []),
    ...(ways.stored === undefined ? [] : makeMotions(ways.stored, storedRecords)),
  ]
}

export const operationsOf = (use: Use): readonly string[] => [...new Set([...use.acceptedIn, ...use.shownIn])]

export const propertyOf = ({ compiled }: Edition, resource: string, name: string): Property | undefined =>
  compiled.facts.typing.domain.resources.get(resource)?.properties.get(name)

export const formerPropertyOf = ({ old, new: newEdition }: DocumentEdit, resource: string, name: string): Property | undefined =>
  propertyOf(old, findFormerResource(resource, old, newEdition), name)

export const isStoredProperty = (property: Property | undefined): boolean =>
  property !== undefined && property.inverse === undefined && property.compute?.stored !== false
