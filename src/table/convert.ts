// Converts a document to the other form: its blocks to tables, or its tables to blocks, with the same meaning.

import { type PartName, partNames } from '../document/document.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { File } from '../document/read.ts'
import { readWithTables } from './bind.ts'
import { asTables } from './print/as-tables.ts'
import { asYaml } from './print/as-yaml.ts'
import { listDifferingParts } from './compare-documents.ts'

export type DocumentForm = 'tables' | 'yaml'

/** `unconverted`: parts that stay unchanged, because the other form would have another meaning. */
export type ConvertedDocument =
  | { readonly files: readonly File[]; readonly unconverted: readonly PartName[] }
  | { readonly mistakes: readonly Diagnostic[] }

/** A document with mistakes is not converted, because the mistakes would be lost. */
export function convertDocument(files: readonly File[], form: DocumentForm): ConvertedDocument {
  const before = readWithTables(files)
  const mistakes = before.diagnostics.filter(({ severity }) => severity === 'error')
  if (mistakes.length > 0) return { mistakes }
  let parts: readonly PartName[] = partNames
  for (;;) {
    const partsToConvert = new Set(parts)
    const convertText = (file: File): string => {
      if (/\.(?:ya?ml|json)$/i.test(file.name)) return file.text
      return form === 'tables' ? asTables(file, before.document, partsToConvert) : asYaml(file, before.tables, partsToConvert)
    }
    const converted = files.map((file) => ({
      name: file.name,
      text: convertText(file),
    }))
    const after = readWithTables(converted)
    const mistakePlaces = after.diagnostics.filter(({ severity }) => severity === 'error').map(({ primary }) => primary.span.start)
    const failedParts = new Set([
      ...listDifferingParts(before.document, after.document),
      ...(mistakePlaces.length === 0
        ? []
        : parts.filter((name) =>
            after.document.parts[name].headings.some(({ start }, index, all) =>
              mistakePlaces.some((place) => place >= start && (all[index + 1] === undefined || place < all[index + 1]!.start)),
            ),
          )),
    ])
    const remaining = parts.filter((name) => !failedParts.has(name))
    if (remaining.length === parts.length) return { files: converted, unconverted: partNames.filter((name) => !parts.includes(name)) }
    parts = remaining
  }
}
