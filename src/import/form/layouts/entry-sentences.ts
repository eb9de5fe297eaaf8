// Adds to the members of a sample what a sentence says of them: "In a reading `value` (number) is required, `unit` is not."

import { singularize } from '../../names.ts'
import type { Member } from '../code/remarked-samples.ts'
import type { Form, FormSection, FormText, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

type Said = { readonly name: string; readonly specs: ReadonlyMap<string, string>; readonly statement: Statement }

export function joinEntrySentences(form: Form, words: Words): Form {
  return {
    ...form,
    sections: form.sections.map((section) =>
      section.part === 'resources' ? { ...section, blocks: joinSentences(section, words) } : section,
    ),
  }
}

function joinSentences({ blocks }: FormSection, words: Words): FormSection['blocks'] {
  const said = blocks.flatMap((block) =>
    block.kind === 'text' && block.member === undefined ? (readSentence(block.statement, words) ?? []) : [],
  )
  if (said.length === 0) return blocks
  const taken = new Set<Statement>()
  const found = blocks.map((block) => {
    const parts = block.kind === 'text' ? block.member?.parts : undefined
    const own =
      parts === undefined
        ? undefined
        : said.find(
            ({ name, specs }) =>
              isEntryOf(name, (block as FormText).member!) && [...specs.keys()].every((each) => parts.some((part) => part.name === each)),
          )
    if (own === undefined) return block
    taken.add(own.statement)
    const member: Member = {
      ...(block as FormText).member!,
      parts: parts!.map((part) => ({
        ...part,
        spec: [part.spec, own.specs.get(part.name) ?? ''].filter((each) => each !== '').join('; '),
      })),
    }
    return { ...(block as FormText), member }
  })
  for (const statement of taken) statement.outcome = 'taken'
  return found.filter((block) => block.kind !== 'text' || !taken.has(block.statement))
}

function isEntryOf(name: string, { name: field }: Member): boolean {
  return [field, singularize(field)].some((each) => each.toLowerCase() === name.toLowerCase())
}

/** Undefined unless each clause has names in code and a predicate about their presence. */
function readSentence(statement: Statement, { inEntry, presence, requiredClause, optionalClause }: Words): Said | undefined {
  const { name, rest } = statement.kind === 'sample' ? {} : (inEntry.exec(statement.text)?.groups ?? {})
  if (name === undefined || rest === undefined) return undefined
  const specs = new Map<string, string>()
  let before: string | undefined
  for (const clause of rest.replace(/\.$/, '').split(/[,;]\s+(?=`\w+`[^,;]*?(?:\([^()]*\)[^,;]*?)*\s\p{L}+)/u)) {
    const items = Array.from(clause.matchAll(/`(\w+)`(?:\s*\(([^()]*)\))?/g))
    const last = items.at(-1)
    const predicate = last === undefined ? '' : clause.slice(last.index + last[0].length)
    const isOptional = presence.optional.test(predicate)
    const isRequired = presence.required.test(predicate.replace(presence.optional, ''))
    // "`unit` is not": the opposite of the clause before.
    const said =
      isOptional !== isRequired
        ? isOptional
          ? optionalClause
          : requiredClause
        : before === requiredClause && presence.isNot.test(predicate)
          ? optionalClause
          : undefined
    if (items.length === 0 || said === undefined) return undefined
    for (const [, each, remark = ''] of items) specs.set(each!, [remark, said].filter((clause) => clause !== '').join('; '))
    before = said
  }
  return { name, specs, statement }
}
