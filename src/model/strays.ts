// Reports each entry that belongs to another part, or that repeats the name of the part, once, instead of reading it as an entry of this part.

import { advise, paste } from '../diagnostic/help.ts'
import { findNearest } from '../base/nearest.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownKey } from '../diagnostic/voice.ts'
import { type PartName, partNames, numberPart } from '../document/document.ts'
import type { Entry, MapNode, Node } from '../document/node.ts'
import { defaultHeading } from '../document/part-problem.ts'
import { authenticationKeys } from './authentication.ts'
import { errorsKeys } from './errors.ts'
import { eventsKeys } from './events.ts'
import { limitsKeys } from './limits.ts'
import { methods } from './methods.ts'
import { generative } from './model.ts'
import { resourcesKeys } from './resources.ts'
import { serviceKeys } from './service.ts'
import { versioningKeys } from './versioning.ts'

const keysOf: { readonly [part in PartName]?: object } = {
  service: serviceKeys,
  resources: resourcesKeys,
  authentication: authenticationKeys,
  events: eventsKeys,
  errors: errorsKeys,
  limits: limitsKeys,
  versioning: versioningKeys,
}

const address = new RegExp(`^(?:${methods.join('|')})\\s+/`)

/** The part without what belongs to others; the content of an entry that repeats its name belongs to it. */
export function removeStrays(part: PartName, whole: MapNode, report: (diagnostic: Diagnostic) => void): MapNode {
  const node = unwrapOwnName(part, whole, report)
  const misspelt = part === 'resources' ? node.entries.filter(isMisspelt) : []
  for (const { key } of misspelt) report(reportUnknownKey('document/unknown-key', key.text, 'part 2', key.span, Object.keys(resourcesKeys)))
  const strays = node.entries.flatMap((entry) => {
    const targetPart = findOwnerPart(entry, part)
    return targetPart === undefined ? [] : [{ entry, targetPart }]
  })
  if (strays.length === 0 && misspelt.length === 0) return node
  for (const [targetPart, group] of Map.groupBy(strays, (stray) => stray.targetPart))
    report(
      reportStray(
        part,
        targetPart,
        group.map(({ entry }) => entry),
      ),
    )
  const removed = new Set([...misspelt, ...strays.map(({ entry }) => entry)])
  return { ...node, entries: node.entries.filter((entry) => !removed.has(entry)) }
}

/** Reports entries such as `service: { name: Shop }` in part 1, and returns the part with their content. */
function unwrapOwnName(part: PartName, node: MapNode, report: (diagnostic: Diagnostic) => void): MapNode {
  const wrappers = node.entries.filter((entry) => entry.key.text === part && findOwnerPart(entry, part) === part)
  for (const wrapper of wrappers) report(reportOwnName(part, wrapper))
  return wrappers.length === 0
    ? node
    : {
        ...node,
        entries: node.entries.flatMap((entry) => {
          if (!wrappers.includes(entry)) return [entry]
          return entry.value.kind === 'map' ? entry.value.entries : []
        }),
      }
}

/** `view` for `views`, `record` for `records`: neither the name nor the content is that of a resource. */
function isMisspelt({ key: { text }, value }: Entry): boolean {
  const isResourceOrKey = Object.hasOwn(resourcesKeys, text) || hasKey(value, 'properties') || hasKey(value, 'key')
  return !isResourceOrKey && /^[a-z$]/.test(text) && value.kind === 'map' && findNearest(text, Object.keys(resourcesKeys)).length > 0
}

function findOwnerPart({ key: { text }, value }: Entry, part: PartName): PartName | undefined {
  if (generative.test(text) || Object.hasOwn(keysOf[part] ?? {}, text)) return undefined
  if (address.test(text)) return part === 'endpoints' ? undefined : 'endpoints'
  if (part !== 'states' && /^\w+\.\w+$/.test(text) && hasKey(value, 'states')) return 'states'
  if (part !== 'resources' && /^[A-Z]\w*$/.test(text) && hasKey(value, 'properties')) return 'resources'
  // A resource may have any name.
  const mayBeResource = part === 'resources' && (value.kind !== 'map' || hasKey(value, 'properties') || hasKey(value, 'key'))
  if (mayBeResource) return undefined
  const partWithName = partNames.find((name) => name === text)
  return partWithName ?? findOnlyPart(partNames.filter((name) => name !== 'resources' && Object.hasOwn(keysOf[name] ?? {}, text)))
}

/** True if only this part could contain the entry. */
export function belongsOnlyIn(part: PartName, { key: { text }, value }: Entry): boolean {
  switch (part) {
    case 'resources':
      return hasKey(value, 'properties') || (Object.hasOwn(resourcesKeys, text) && value.kind === 'map')
    case 'states':
      return hasKey(value, 'states')
    case 'endpoints':
      return address.test(text)
    default:
      return Object.hasOwn(keysOf[part] ?? {}, text)
  }
}

/** Keys that several parts have (`title`, `version`) tell nothing. */
function findOnlyPart(parts: readonly PartName[]): PartName | undefined {
  return parts.length === 1 ? parts[0] : undefined
}

function hasKey(node: Node, key: string): boolean {
  return node.kind === 'map' && node.entries.some((entry) => entry.key.text === key)
}

function reportOwnName(part: PartName, { key, value }: Entry): Diagnostic {
  const { source, end } = value.span
  const text = source.text.slice(key.span.start, end).trimEnd()
  const number = numberPart(part)
  return createDiagnostic(
    'error',
    'document/wrong-part',
    `${quoteName(part)} repeats the name of its part`,
    { span: { source, start: key.span.start, end: key.span.start + text.length }, text: `is part ${number} already` },
    {
      help: advise`The block belongs to part ${number} by its place. Write the content alone:${paste(`${writeAlone(source.text, value)}`)}`,
    },
  )
}

/** The text of a value, without the indentation that it has below its key. */
function writeAlone(text: string, { span: { start, end } }: Node): string {
  const indent = start - (text.lastIndexOf('\n', start - 1) + 1)
  const isBlock = text.slice(start - indent, start).trim() === ''
  const content = text.slice(start, end).trimEnd()
  return isBlock ? content.replaceAll(`\n${' '.repeat(indent)}`, '\n') : content
}

function reportStray(part: PartName, targetPart: PartName, [first, ...rest]: readonly Entry[]): Diagnostic {
  const names = `${quoteName(first!.key.text)}${rest.length === 0 ? '' : ` and ${rest.length} more`}`
  const [currentPartName, targetPartName] = [part, targetPart].map((name) => `part ${numberPart(name)} (${name})`)
  const isPartName = first!.key.text === targetPart
  return createDiagnostic(
    'error',
    'document/wrong-part',
    `${names} ${rest.length === 0 ? 'is' : 'are'} in ${currentPartName}${isPartName ? ', but is a separate part' : `, but ${rest.length === 0 ? 'belongs' : 'belong'} to ${targetPartName}`}`,
    { span: first!.key.span, text: `belongs to ${targetPartName}` },
    {
      help: advise`Put it into part ${numberPart(targetPart)}: in Markdown a \`yaml\` block under its heading, in YAML what stands under \`${targetPart}\`:${paste(defaultHeading(targetPart))}`,
    },
  )
}
