// Reads a YAML file whose keys are the nine parts and the keys of Markdown's front matter.

import { type Source } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { type Contribution, type FileReading, readContribution } from './contribution.ts'
import { type PartName, frontKeys, partNames } from './document.ts'
import type { Entry } from './node.ts'
import * as problem from './part-problem.ts'
import { createRegion } from './region.ts'
import { readYaml } from './read-yaml.ts'

const isPart = (name: string): name is PartName => (partNames as readonly string[]).includes(name)

const isFront = (name: string): boolean => (frontKeys as readonly string[]).includes(name)

export function readYamlFile(source: Source): FileReading {
  const { node, diagnostics: problems } = readYaml(createRegion(source, 0, source.text.length))
  const diagnostics: Diagnostic[] = [...problems]
  if (node === undefined) return { contributions: [], scenarios: [], diagnostics }
  if (node.kind !== 'map') {
    if (problems.length === 0) diagnostics.push(problem.reportFileNotMap(node))
    return { contributions: [], scenarios: [], diagnostics }
  }
  const contributions: Contribution[] = []
  const front: Entry[] = []
  for (const each of node.entries) {
    const name = each.key.text
    if (isPart(name)) {
      const contribution: Contribution = {
        part: name,
        heading: each.key.span,
        pieces: [],
        stateWords: [],
        gaps: [],
        prose: [],
        unmarked: [],
      }
      readContribution(contribution, each.value, (diagnostic) => diagnostics.push(diagnostic))
      contributions.push(contribution)
    } else if (isFront(name)) front.push(each)
    else diagnostics.push(problem.reportUnknownPartKey(each.key, 'a document'))
  }
  const reading: FileReading = { contributions, scenarios: [], diagnostics }
  return front.length === 0 ? reading : { ...reading, front: { kind: 'map', entries: front, span: node.span } }
}
