// Finds blocks of a part without the mark `yaml`, and YAML outside blocks: reports each once and reads it as intended.

import { advise, paste } from '../diagnostic/help.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import { type Document, type Part, type PartName, partNames, numberPart } from '../document/document.ts'
import { mergeMaps } from '../document/merge.ts'
import type { MapNode } from '../document/node.ts'
import { readYaml } from '../document/read-yaml.ts'
import { belongsOnlyIn } from './strays.ts'

type IncludedDocument = { readonly document: Document; readonly diagnostics: readonly Diagnostic[] }

/** Reads these blocks too, so that their absence causes no further diagnostics. */
export function includeUnmarked(document: Document): IncludedDocument {
  const includedParts = partNames.flatMap((name) => {
    const included = findUnmarked(document.parts[name])
    return included === undefined ? [] : [included]
  })
  if (includedParts.length === 0) return { document, diagnostics: [] }
  return {
    document: { ...document, parts: { ...document.parts, ...Object.fromEntries(includedParts.map(({ part }) => [part.name, part])) } },
    diagnostics: includedParts.flatMap(({ diagnostics }) => diagnostics),
  }
}

type IncludedPart = { readonly part: Part; readonly diagnostics: readonly Diagnostic[] }

function findUnmarked(part: Part): IncludedPart | undefined {
  if (part.state === 'shown') return findUnmarkedBeside(part)
  if (part.state !== 'not shown' || part.word !== undefined) return undefined
  const readBlocks = part.unmarked.flatMap(({ opening, language, region }) => {
    const { node, diagnostics } = readYaml(region)
    // Prose whose first line looks like a key is not valid YAML as a whole.
    const isProse = language === undefined && isBroken(diagnostics)
    return !isProse && node?.kind === 'map' && hasKeysOfPart(part.name, node) ? [{ opening, language, node, diagnostics }] : []
  })
  const [first, ...rest] = readBlocks
  if (first === undefined) return undefined
  const diagnostics = [reportUnmarked(part.name, first, rest), ...readBlocks.flatMap((each) => each.diagnostics)]
  const node = mergeMaps(
    readBlocks.map((each) => each.node),
    first.node.span,
    (problem) => void diagnostics.push(problem),
  )
  return { part: { ...part, state: 'shown', node }, diagnostics }
}

/**
 * Unmarked blocks beside marked ones, whose mark may be forgotten. A block that repeats content is an example, or shows a former version.
 */
function findUnmarkedBeside(part: Part): IncludedPart | undefined {
  const readBlocks: (Block & Pick<ReturnType<typeof readYaml>, 'diagnostics'>)[] = []
  let content = part.node
  for (const { opening, language, region } of part.unmarked) {
    if (language !== '') continue
    const { node, diagnostics } = readYaml(region)
    if (isBroken(diagnostics) || node?.kind !== 'map' || !hasKeysOfPart(part.name, node)) continue
    let isRepeated = false
    const merged = mergeMaps([content, node], content.span, () => void (isRepeated = true))
    if (isRepeated) continue
    content = merged
    readBlocks.push({ opening, language, diagnostics })
  }
  const [first, ...rest] = readBlocks
  return (
    first && {
      part: { ...part, node: content },
      diagnostics: [reportUnmarked(part.name, first, rest), ...readBlocks.flatMap(({ diagnostics }) => diagnostics)],
    }
  )
}

function isBroken(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === 'document/yaml-syntax')
}

/** An example payload is valid YAML, too; only a block with keys of the part counts. */
function hasKeysOfPart(part: PartName, { entries }: MapNode): boolean {
  return entries.length > 0 && entries.every((entry) => belongsOnlyIn(part, entry))
}

type Block = Pick<Part['unmarked'][number], 'opening' | 'language'>

function reportUnmarked(part: PartName, { opening, language }: Block, furtherBlocks: readonly Block[]): Diagnostic {
  const partTitle = `part ${numberPart(part)} (${part})`
  const others = furtherBlocks.map((each) => ({ span: each.opening, text: 'nor is this' }))
  if (language === undefined) {
    return createDiagnostic(
      'error',
      'document/unmarked-block',
      `The content of ${partTitle} is in no block, so it binds nothing`,
      { span: opening, text: 'in no block marked `yaml`' },
      {
        others,
        reason: 'Only blocks marked `yaml` bind; all other text is prose.',
        help: advise`Put it between these two lines:${paste('```yaml\n```')}`,
      },
    )
  }
  const marking = language === '' ? 'with no language' : `as \`${language}\``
  const json = /^json/i.test(language) ? ' JSON is YAML too, so the block can stay as it is.' : ''
  return createDiagnostic(
    'error',
    'document/unmarked-block',
    `This block of ${partTitle} is marked ${marking}, so it binds nothing`,
    { span: opening, text: 'not marked `yaml`' },
    {
      others,
      reason: 'Only blocks marked `yaml` bind; all others are prose, such as examples of messages.',
      help: advise`If it specifies the service, begin it with the line below; if it does not, mark it \`text\`.${json}${paste('```yaml')}`,
    },
  )
}
