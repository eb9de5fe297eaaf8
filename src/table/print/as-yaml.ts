// Converts the binding tables of a Markdown file to `yaml` blocks; prose and headings stay unchanged.

import { createSource } from '../../base/text.ts'
import { type Edit, applyEdits } from '../../document/edit.ts'
import { format } from '../../document/format.ts'
import { mergeMaps } from '../../document/merge.ts'
import { printYaml } from '../../document/print.ts'
import type { File } from '../../document/read.ts'
import type { PartName } from '../../document/document.ts'
import type { Table } from '../../document/table.ts'
import type { BoundTable } from '../bind.ts'
import { splitChapters } from './as-tables.ts'

/** Adjacent tables become one block. */
export function asYaml(file: File, tables: readonly BoundTable[], partsToConvert: ReadonlySet<PartName>): string {
  const boundByStart = new Map(
    tables.filter(({ table }) => table.span.source.name === file.name).map((bound) => [bound.table.span.start, bound]),
  )
  const edits = splitChapters(createSource(file.name, file.text)).flatMap(({ part, sections }) =>
    partsToConvert.has(part)
      ? sections.flatMap(({ blocks }) => {
          const runs: BoundTable[][] = []
          let isOpen = false
          for (const block of blocks) {
            const bound = block.kind === 'table' ? boundByStart.get(block.span.start) : undefined
            if (bound !== undefined && isOpen) runs.at(-1)!.push(bound)
            else if (bound !== undefined) runs.push([bound])
            isOpen = bound !== undefined
          }
          return runs.map(makeBlock)
        })
      : [],
  )
  return edits.length === 0 ? file.text : format({ name: file.name, text: applyEdits(file.text, edits).replace(/\n{3,}/g, '\n\n') })
}

function makeBlock(run: readonly BoundTable[]): Edit {
  const [first, last] = [run[0]!.table.span, run.at(-1)!.table.span]
  const maps = run.flatMap(({ maps: all }) => all)
  const merged = mergeMaps(maps, first, () => undefined)
  const remarks = run.flatMap(({ table, interpretation }) =>
    listTableRemarks(
      table,
      interpretation.headers.map(({ role }) => role === 'prose'),
    ),
  )
  const yaml = merged.entries.length === 0 ? '' : printYaml(merged, undefined, 'short')
  const text = yaml === '' && remarks.length === 0 ? '' : `\`\`\`yaml\n${remarks.map((remark) => `# ${remark}\n`).join('')}${yaml}\`\`\``
  return { start: first.start, end: last.end, text }
}

/** The content of columns without effect. */
function listTableRemarks(table: Table, isProse: readonly boolean[]): readonly string[] {
  return table.rows.flatMap(({ cells }) =>
    cells.flatMap((cell, index) => (isProse[index] === true && cell.text !== '' ? [`${cells[0]!.text}: ${cell.text}`] : [])),
  )
}
