// Finds blocks of a part without the mark `yaml`, and YAML outside blocks: reports each once and reads it as intended.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diagnostic } from '../diagnostic/voice.ts'
import { type Document, type Part, type PartName, partNames } from '../document/document.ts'
import { mergeMaps } from '../document/merge.ts'
import type { MapNode } from '../document/node.ts'
import { readYaml } from '../document/read-yaml.ts'
import { belongsIn } from './strays.ts'

type Meant = { readonly document: Document; readonly diagnostics: readonly Diagnostic[] }

/** Reads these blocks too, so that their absence causes no further diagnostics. */
export function withUnmarked(document: Document): Meant {
  const meant = partNames.flatMap((name) => {
    const found = findUnmarked(document.parts[name])
    return found === undefined ? [] : [found]
  })
  if (meant.length === 0) return { document, diagnostics: [] }
  return {
    document: { ...document, parts: { ...document.parts, ...Object.fromEntries(meant.map(({ part }) => [part.name, part])) } },
    diagnostics: meant.flatMap(({ diagnostics }) => diagnostics),
  }
}

type Found = { readonly part: Part; readonly diagnostics: readonly Diagnostic[] }

function findUnmarked(part: Part): Found | undefined {
  if (part.state === 'shown') return findUnmarkedBeside(part)
  if (part.state !== 'not shown' || part.word !== undefined) return undefined
  const read = part.unmarked.flatMap(({ opening, language, region }) => {
    const { node, diagnostics } = readYaml(region)
    // Prose whose first line looks like a key is not valid YAML as a whole.
    const isProse = language === undefined && isBroken(diagnostics)
    return !isProse && node?.kind === 'map' && isOf(part.name, node) ? [{ opening, language, node, diagnostics }] : []
  })
  const [first, ...rest] = read
  if (first === undefined) return undefined
  const diagnostics = [diagnose(part.name, first, rest), ...read.flatMap((each) => each.diagnostics)]
  const node = mergeMaps(read.map((each) => each.node), first.node.span, (problem) => void diagnostics.push(problem))
  return { part: { ...part, state: 'shown', node }, diagnostics }
}

/**
 * Unmarked blocks beside marked ones, whose mark may be forgotten. A block that repeats content is an example, or shows a former version.
 */
function findUnmarkedBeside(part: Part): Found | undefined {
  const read: (Block & Pick<ReturnType<typeof readYaml>, 'diagnostics'>)[] = []
  let content = part.node
  for (const { opening, language, region } of part.unmarked) {
    if (language !== '') continue
    const { node, diagnostics } = readYaml(region)
    if (isBroken(diagnostics) || node?.kind !== 'map' || !isOf(part.name, node)) continue
    let isSaid = false
    const merged = mergeMaps([content, node], content.span, () => void (isSaid = true))
    if (isSaid) continue
    content = merged
    read.push({ opening, language, diagnostics })
  }
  const [first, ...rest] = read
  return (
    first && {
      part: { ...part, node: content },
      diagnostics: [diagnose(part.name, first, rest), ...read.flatMap(({ diagnostics }) => diagnostics)],
    }
  )
}

function isBroken(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === 'document/yaml-syntax')
}

/** An example payload is valid YAML, too; only a block with keys of the part counts. */
function isOf(part: PartName, { entries }: MapNode): boolean {
  return entries.length > 0 && entries.every((entry) => belongsIn(part, entry))
}

type Block = Pick<Part['unmarked'][number], 'opening' | 'language'>

function diagnose(part: PartName, { opening, language }: Block, rest: readonly Block[]): Diagnostic {
  const where = `part ${partNames.indexOf(part) + 1} (${part})`
  const others = rest.map((each) => ({ span: each.opening, text: 'nor is this' }))
  if (language === undefined) {
    return diagnostic(
      'error',
      'document/unmarked-block',
      `The content of ${where} is in no block, so it binds nothing`,
      { span: opening, text: 'in no block marked `yaml`' },
      {
        others,
        reason: 'Only blocks marked `yaml` bind; all other text is prose.',
        help: 'Put it between these two lines:\n\n```yaml\n```',
      },
    )
  }
  const how = language === '' ? 'with no language' : `as \`${language}\``
  const json = /^json/i.test(language) ? ' JSON is YAML too, so the block can stay as it is.' : ''
  return diagnostic(
    'error',
    'document/unmarked-block',
    `This block of ${where} is marked ${how}, so it binds nothing`,
    { span: opening, text: 'not marked `yaml`' },
    {
      others,
      reason: 'Only blocks marked `yaml` bind; all others are prose, such as examples of messages.',
      help: `If it specifies the service, begin it with the line below; if it does not, mark it \`text\`.${json}\n\n\`\`\`yaml`,
    },
  )
}
