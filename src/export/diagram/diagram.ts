// Exports diagrams of the references between resources and of each state machine: Mermaid in Markdown, or an SVG picture.

import type { Facts } from '../../fact/fact.ts'
import { type Exported, type ExportForm, type ExportTarget, makeLeftOutList } from '../target.ts'
import { printMachineDiagram } from './machine.ts'
import { printResourceDiagram } from './resources.ts'
import { drawSvg } from './svg.ts'

export const diagram: ExportTarget = {
  name: 'diagram',
  about: 'the resources and each state machine, as Mermaid in Markdown or as a picture',
  forms: ['markdown', 'svg'],
  run: exportTarget,
}

function exportTarget(facts: Facts, form: ExportForm): Exported {
  const leftOut = makeLeftOutList()
  const resources = [...facts.typing.domain.resources.values()]
  const sections = [
    ...(resources.length === 0 ? [] : [printSection('Resources', printResourceDiagram(facts, leftOut))]),
    ...facts.machines.map((machine) => printSection(machine.machine.name, printMachineDiagram(machine))),
  ]
  if (
    facts.machines.some(({ edges }) => edges.some(({ candidate }) => candidate.set.state === 'shown' || candidate.then.state === 'shown'))
  ) {
    leftOut.add('The writes and effects of a transition.')
  }
  if (form === 'svg') return { text: drawSvg(facts), leftOut: leftOut.all }
  const end = leftOut.all.length === 0 ? [] : [`## Left out\n\n${leftOut.all.map((sentence) => `- ${sentence}`).join('\n')}\n`]
  return { text: [...sections, ...end].join('\n'), leftOut: leftOut.all }
}

function printSection(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n\`\`\`mermaid\n${lines.join('\n')}\n\`\`\`\n`
}
