// Reports a sentence of prose with a *must*: people read it, but it has no effect.

import { type Span, createSpan } from '../../base/text.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { type PartName, partNames, numberPart } from '../../document/document.ts'
import type { Check } from '../check.ts'

const code = 'document/unbound-must'

const obligation = /\b(?:must|shall)\b/i

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    return partNames.flatMap((part) =>
      model.document.parts[part].prose.flatMap(({ span: place, table }) =>
        table === undefined ? findObligations(place).map((each) => diagnose(each, part)) : [],
      ),
    )
  },
}

/** The obligations in a text. Quoted lines may have another author, and code spans are not prose. */
function findObligations({ source, start, end }: Span): readonly Span[] {
  if (source.convention !== undefined) return []
  const text = source.text
    .slice(start, end)
    .replace(/^[ \t]*>.*$/gm, replaceByBlanks)
    .replace(/```[\s\S]*?```|~~~[\s\S]*?~~~|`[^`\n]*`/g, replaceByBlanks)
  return [...text.matchAll(/[^\s.!?](?:[^.!?\n]|\n(?!\s*\n)|[.!?](?=\S))*[.!?]?/g)].flatMap(({ 0: sentence, index }) => {
    const [word] = obligation.exec(sentence) ?? []
    const at = start + index + (word === undefined ? 0 : sentence.indexOf(word))
    return word === undefined ? [] : [createSpan(source, at, at + word.length)]
  })
}

const replaceByBlanks = (text: string): string => text.replace(/[^\n]/g, ' ')

function diagnose(place: Span, part: PartName) {
  return createDiagnostic(
    'warning',
    code,
    `This sentence of part ${numberPart(part)} says what ${place.source.text.slice(place.start, place.end).toLowerCase()} be, but does not bind`,
    { span: place, text: 'read by people only' },
    {
      reason: 'Prose only explains; tables with known headers and `yaml` blocks bind.',
      help: 'Write it in a table or block of the part. If it is there already, describe it in the prose instead of demanding it. Quote text of other authors: begin its lines with `> `.',
    },
  )
}
