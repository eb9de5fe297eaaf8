// Exports the resources as a Mermaid entity relationship diagram: properties with their types, and references.

import type { Facts } from '../../fact/fact.ts'
import type { Reference } from '../../fact/model-index.ts'
import { indexModel } from '../../fact/model-index.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { LeftOut } from '../target.ts'
import { isPlainName, label } from './words.ts'

export function printResourceDiagram({ model, typing }: Facts, leftOut: LeftOut): string[] {
  const { references } = indexModel(model, typing)
  const resources = [...typing.domain.resources.values()]
  return [
    'erDiagram',
    ...resources.flatMap((resource) => printEntity(resource, leftOut)),
    ...resources.flatMap((resource) => (references.get(resource.name) ?? []).map((reference) => printRelationship(reference, resource))),
  ]
}

function toMermaidName(resource: string): string {
  return isPlainName(resource) ? resource : `"${label(resource)}"`
}

function printEntity(resource: ResourceInfo, leftOut: LeftOut): string[] {
  const attributes = [...resource.properties.values()]
    .filter(({ inverse }) => inverse === undefined)
    .flatMap((property) => {
      if (/^[A-Za-z_][\w-]*$/.test(property.name))
        return [`    ${nameTypeInWord(property)} ${property.name}${printKeys(property, resource)}`]
      leftOut.add(`The property \`${resource.name}.${property.name}\`: Mermaid does not allow this name.`)
      return []
    })
  return attributes.length === 0 ? [`  ${toMermaidName(resource.name)}`] : [`  ${toMermaidName(resource.name)} {`, ...attributes, '  }']
}

function printKeys(property: Property, resource: ResourceInfo): string {
  const labels = listKeyLabels(property, resource)
  return labels.length === 0 ? '' : ` ${labels.join(', ')}`
}

/** The marks of keys, uniques and references. */
export function listKeyLabels({ name, reference }: Property, { key, uniques }: ResourceInfo): readonly ('PK' | 'FK' | 'UK')[] {
  return [
    ...(key.includes(name) ? (['PK'] as const) : []),
    ...(reference === undefined ? [] : (['FK'] as const)),
    ...(uniques.some(({ members }) => members.length === 1 && members[0] === name) ? (['UK'] as const) : []),
  ]
}

export function nameTypeInWord({ type, reference }: Property): string {
  if (reference !== undefined) return reference.many ? 'list' : 'key'
  const { kind } = type.kind === 'nullable' ? type.of : type
  return kind === 'enum' ? 'string' : kind
}

/** The cardinality of a reference: one record (or none if optional) has any number of referrers. */
function printRelationship({ target, path, property }: Reference, resource: ResourceInfo): string {
  const referencingProperty = resource.properties.get(property)
  const isListItem = path !== property || referencingProperty?.reference?.many === true || referencingProperty?.type.kind === 'list'
  const singleCardinality = referencingProperty?.type.kind === 'nullable' ? '|o' : '||'
  const cardinality = isListItem ? '}o' : singleCardinality
  return `  ${toMermaidName(target)} ${cardinality}--o{ ${toMermaidName(resource.name)} : "${label(path)}"`
}
