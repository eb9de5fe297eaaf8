// Reports a plain `none` as a state, property, resource or required name: unquoted, it means absence.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, withArticle } from '../../diagnostic/voice.ts'
import type { Node, Scalar } from '../../document/node.ts'
import { type Slot, listSpecifiedEntries } from '../../model/slot.ts'
import { listActions } from '../../typing/effects.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Check } from '../check.ts'

const code = 'states/unquoted-none'

/** `declaration`: the declaration of that name; without it, a name is still required. */
type NamePlace = { readonly slot: Slot<unknown>; readonly key: string; readonly noun: string; readonly declaration: Scalar | undefined }

export const check: Check = {
  code,
  run: (facts) => [...listStatePlaces(facts), ...listResourcePlaces(facts)].flatMap(diagnose),
}

function listStatePlaces({ model, typing: { domain } }: Facts): NamePlace[] {
  const machines = model.states.value.machines.map(({ resource, slots }) => ({
    resource,
    slots,
    declaration: listSpecifiedEntries(slots.states).find(({ name }) => name === 'none')?.key,
  }))
  const stateOf = (resource: string | undefined): Scalar | undefined =>
    machines.find((machine) => machine.resource === resource && machine.declaration !== undefined)?.declaration
  const initial = machines.map(({ slots, declaration }): NamePlace => ({ slot: slots.initial, key: 'initial', noun: 'state', declaration }))
  const targets = listActions(domain).flatMap(({ resource, action }): NamePlace[] =>
    'target' in action ? [{ slot: action.target as Slot<unknown>, key: 'target', noun: 'state', declaration: stateOf(resource) }] : [],
  )
  const inPlaces = model.endpoints.value.operations.map(({ slots, subject }): NamePlace => ({
    slot: slots.in,
    key: 'in',
    noun: 'state',
    declaration: stateOf(subject?.text.split('.')[0]),
  }))
  return [...initial, ...[...targets, ...inPlaces].filter(({ declaration }) => declaration !== undefined)]
}

function listResourcePlaces({ model, typing: { domain } }: Facts): NamePlace[] {
  const { resources, views } = model.resources.value
  const resourceNamedNone = resources.find(({ name }) => name === 'none')?.key
  const propertiesNamedNone = new Map(
    resources.map(({ name, slots }) => [name, listSpecifiedEntries(slots.properties).find((property) => property.name === 'none')?.key]),
  )
  const findProperty = (name: string | undefined): Scalar | undefined => (name === undefined ? undefined : propertiesNamedNone.get(name))
  const keys = resources.map(({ name, slots }): NamePlace => ({
    slot: slots.key,
    key: 'key',
    noun: 'property',
    declaration: findProperty(name),
  }))
  const setPlaces = resources.flatMap(({ name, slots }) =>
    (['required', 'unique', 'index'] as const).map((key): NamePlace => ({
      slot: slots[key],
      key,
      noun: 'property',
      declaration: findProperty(name),
    })),
  )
  const operations = model.endpoints.value.operations.flatMap(({ slots, subject }) => {
    const declaration = findProperty(subject?.text)
    const listKeyPlaces = (['filter', 'sort', 'order'] as const).map((key): NamePlace => ({
      slot: slots[key],
      key,
      noun: 'property',
      declaration,
    }))
    const lookUpPlaces = listSpecifiedEntries(slots.with).map(({ value }): NamePlace => ({
      slot: value.find,
      key: 'find',
      noun: 'resource',
      declaration: resourceNamedNone,
    }))
    const actionPlaces = (['list', 'read', 'create', 'update', 'replace', 'put', 'delete'] as const).map((key): NamePlace => ({
      slot: slots[key],
      key,
      noun: 'resource',
      declaration: resourceNamedNone,
    }))
    return [...listKeyPlaces, ...lookUpPlaces, ...actionPlaces]
  })
  const viewPlaces = listSpecifiedEntries(views).map(({ value }): NamePlace => ({
    slot: value.of,
    key: 'of',
    noun: 'resource',
    declaration: resourceNamedNone,
  }))
  const references = domain.resources
    .values()
    .flatMap(({ properties }) =>
      properties
        .values()
        .flatMap(({ source }): NamePlace[] =>
          source === undefined ? [] : [{ slot: source.keywords.$ref, key: '$ref', noun: 'resource', declaration: resourceNamedNone }],
        ),
    )
  return [...keys, ...[...setPlaces, ...operations, ...viewPlaces, ...references].filter(({ declaration }) => declaration !== undefined)]
}

function diagnose({ slot, key, noun, declaration }: NamePlace): Diagnostic[] {
  if (slot.state !== 'none' || !isPlain(slot.at)) return []
  const help =
    declaration === undefined
      ? `Name a ${noun} here.`
      : advise`Put the name in quotes:${paste(`${key}: ${lists.has(key) ? '["none"]' : '"none"'}`)}`
  const others = declaration === undefined ? [] : [{ span: declaration.span, text: `a ${noun} is called so` }]
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName('none')} without quotes is not ${withArticle(noun)}: it means that there is no ${quoteName(key)}`,
      { span: slot.at.span, text: 'no name' },
      {
        others,
        help:
          declaration !== undefined && key !== 'initial' && key !== 'key'
            ? advise`${help}\n\nIf none is intended, ${remove(`remove ${quoteName(key)}`, key)}.`
            : help,
      },
    ),
  ]
}

const lists: ReadonlySet<string> = new Set(['filter', 'sort', 'order', 'required', 'unique', 'index'])

function isPlain(node: Node): boolean {
  return node.kind === 'scalar' && node.style === 'plain'
}
