// Reports a plain `none` as a state, property, resource or required name: unquoted, it means absence.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName, withArticle } from '../../diagnostic/voice.ts'
import type { Node, Scalar } from '../../document/node.ts'
import { type Slot, specifiedEntries } from '../../model/slot.ts'
import { actionsOf } from '../../typing/effects.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Check } from '../check.ts'

const code = 'states/unquoted-none'

/** `declared`: the declaration of that name; without it, a name is still required. */
type Place = { readonly slot: Slot<unknown>; readonly key: string; readonly what: string; readonly declared: Scalar | undefined }

export const check: Check = {
  code,
  run: (facts) => [...ofStates(facts), ...ofResources(facts)].flatMap(diagnose),
}

function ofStates({ model, typing: { domain } }: Facts): Place[] {
  const machines = model.states.value.machines.map(({ resource, slots }) => ({
    resource,
    slots,
    declared: specifiedEntries(slots.states).find(({ name }) => name === 'none')?.key,
  }))
  const stateOf = (resource: string | undefined): Scalar | undefined =>
    machines.find((each) => each.resource === resource && each.declared !== undefined)?.declared
  const initial = machines.map(({ slots, declared }): Place => ({ slot: slots.initial, key: 'initial', what: 'state', declared }))
  const targets = actionsOf(domain).flatMap(({ resource, action }): Place[] =>
    'target' in action ? [{ slot: action.target as Slot<unknown>, key: 'target', what: 'state', declared: stateOf(resource) }] : [],
  )
  const inside = model.endpoints.value.operations.map(({ slots, subject }): Place => ({
    slot: slots.in,
    key: 'in',
    what: 'state',
    declared: stateOf(subject?.text.split('.')[0]),
  }))
  return [...initial, ...[...targets, ...inside].filter(({ declared }) => declared !== undefined)]
}

function ofResources({ model, typing: { domain } }: Facts): Place[] {
  const { resources, views } = model.resources.value
  const called = resources.find(({ name }) => name === 'none')?.key
  const propertyOf = (name: string | undefined): Scalar | undefined =>
    specifiedEntries(resources.find((each) => each.name === name)?.slots.properties ?? { state: 'unsaid' }).find(
      (property) => property.name === 'none',
    )?.key
  const keys = resources.map(({ name, slots }): Place => ({ slot: slots.key, key: 'key', what: 'property', declared: propertyOf(name) }))
  const sets = resources.flatMap(({ name, slots }) =>
    (['required', 'unique', 'index'] as const).map((key): Place => ({
      slot: slots[key],
      key,
      what: 'property',
      declared: propertyOf(name),
    })),
  )
  const operations = model.endpoints.value.operations.flatMap(({ slots, subject }) => {
    const declared = propertyOf(subject?.text)
    const choosing = (['filter', 'sort', 'order'] as const).map((key): Place => ({ slot: slots[key], key, what: 'property', declared }))
    const finding = specifiedEntries(slots.with).map(({ value }): Place => ({
      slot: value.find,
      key: 'find',
      what: 'resource',
      declared: called,
    }))
    const acting = (['list', 'read', 'create', 'update', 'replace', 'put', 'delete'] as const).map((key): Place => ({
      slot: slots[key],
      key,
      what: 'resource',
      declared: called,
    }))
    return [...choosing, ...finding, ...acting]
  })
  const shownOf = specifiedEntries(views).map(({ value }): Place => ({ slot: value.of, key: 'of', what: 'resource', declared: called }))
  const references = domain.resources
    .values()
    .flatMap(({ properties }) =>
      properties
        .values()
        .flatMap(({ source }): Place[] =>
          source === undefined ? [] : [{ slot: source.keywords.$ref, key: '$ref', what: 'resource', declared: called }],
        ),
    )
  return [...keys, ...[...sets, ...operations, ...shownOf, ...references].filter(({ declared }) => declared !== undefined)]
}

function diagnose({ slot, key, what, declared }: Place): Diagnostic[] {
  if (slot.state !== 'none' || !isPlain(slot.at)) return []
  const help =
    declared === undefined ? `Name a ${what} here.` : `Put the name in quotes:\n\n${key}: ${lists.has(key) ? '["none"]' : '"none"'}`
  const others = declared === undefined ? [] : [{ span: declared.span, text: `a ${what} is called so` }]
  return [
    diagnostic(
      'error',
      code,
      `${quoteName('none')} without quotes is not ${withArticle(what)}: it means that there is no ${quoteName(key)}`,
      { span: slot.at.span, text: 'no name' },
      {
        others,
        help:
          declared !== undefined && key !== 'initial' && key !== 'key'
            ? `${help}\n\nWhere none is meant, leave ${quoteName(key)} out.`
            : help,
      },
    ),
  ]
}

const lists: ReadonlySet<string> = new Set(['filter', 'sort', 'order', 'required', 'unique', 'index'])

function isPlain(node: Node): boolean {
  return node.kind === 'scalar' && node.style === 'plain'
}
