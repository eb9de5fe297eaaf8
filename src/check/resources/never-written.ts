// Reports an optional property that never receives a value, and `softDelete` of a resource that is never deleted.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { isWrittenAnywhere } from '../../fact/effects/fresh.ts'
import type { Facts } from '../../fact/fact.ts'
import { type ModelIndex, indexModel } from '../../fact/model-index.ts'
import { listCompletionEffects } from '../../typing/behaviour.ts'
import { listEffects } from '../../typing/effects.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'resources/never-written'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { model, typing, operations } = facts
    const isComplete =
      [model.endpoints, model.states].every(({ state }) => state !== 'not shown') && operations.every(({ complete }) => complete)
    if (!isComplete) return []
    const modelIndex = indexModel(model, typing)
    const createdResources = new Set(operations.flatMap(({ creates }) => creates))
    return [...typing.domain.resources.values()].flatMap((resource) => [
      ...(createdResources.has(resource.name) ? checkProperties(resource, modelIndex) : []),
      ...checkSoftDelete(resource, facts),
    ])
  },
}

/** A required property without a value is reported where records are created. */
function checkProperties(resource: ResourceInfo, modelIndex: ModelIndex): Diagnostic[] {
  const { name, key, tenant, properties, type } = resource
  if (type.open === true) return []
  return [...properties.values()].flatMap((property) => {
    const { source, generate, compute, inverse, machine, required, default: defaultValue } = property
    const hasValue =
      [generate, compute, inverse, machine, defaultValue].some((each) => each !== undefined) ||
      required ||
      key.includes(property.name) ||
      tenant.some((each) => each.property === property.name)
    if (source === undefined || hasValue || !isAuthored(property.at.span) || isWrittenAnywhere(modelIndex, resource, property.name))
      return []
    return [
      createDiagnostic(
        'warning',
        code,
        `Nothing gives ${quoteName(`${name}.${property.name}`)} a value`,
        { span: property.at.span, text: 'is always absent' },
        {
          reason: 'No body, `set`, row, default or generated value names it.',
          help: advise`Take it from a request, for example${paste(`body: [${property.name}]`)}\n\nor ${remove('remove it')}.`,
        },
      ),
    ]
  })
}

function checkSoftDelete({ name, source }: ResourceInfo, facts: Facts): Diagnostic[] {
  const { softDelete } = source.slots
  if (softDelete.state !== 'shown' || !softDelete.value || !isAuthored(softDelete.at.span) || isDeleted(name, facts)) return []
  return [
    reportUnused(
      code,
      `Nothing deletes a record of ${name}`,
      softDelete.at.span,
      advise`${remove('Leave it out')}, or declare what deletes its records.`,
    ),
  ]
}

/** Timers, transitions and code that delete other records may also delete these, by a cascade. */
function isDeleted(name: string, { operations, model, typing: { domain } }: Facts): boolean {
  return (
    operations.some(({ deletes }) => deletes.includes(name)) ||
    [...listEffects(domain), ...listCompletionEffects({ model })].some((effect) => effect.delete.state !== 'unsaid')
  )
}
