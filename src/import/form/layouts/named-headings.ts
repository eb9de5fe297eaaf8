// Names the sections of resources by the resources in their headings: "What do we know about a ride?", "Vehicle master data".

import { draftPlainText } from '../draft.ts'
import { singularize } from '../../names.ts'
import { type Things, stripTitle } from '../things.ts'
import type { Form, FormSection } from '../statement.ts'
import type { Words } from '../words.ts'

export function nameHeadings(whole: Form, things: Things, words: Words): Form {
  const form = { ...whole, sections: joinGroups(whole.sections, things) }
  const named = form.sections.map(({ part, level, title }) => (part === 'resources' && level > 2 ? things.named(title) : undefined))
  return {
    ...form,
    sections: form.sections.map((section, index) => {
      if (section.level < 3) return section
      const name =
        readQuotedAlias(section) ??
        named[index] ??
        readAskedThing(section, words) ??
        (section.part === 'resources' ? findAnnounced(section, things, new Set(named)) : undefined)
      return name === undefined || name === section.title.toLowerCase() ? section : { ...section, title: asTitle(section.title, name) }
    }),
  }
}

/** Joins "**About the work**" with the resource in the heading above it, unless the line names a resource itself. */
function joinGroups(sections: readonly FormSection[], things: Things): FormSection[] {
  const found: FormSection[] = []
  let owner: FormSection | undefined
  for (const section of sections) {
    const isPart = section.isGroup === true && owner !== undefined && owner.part === section.part
    if (isPart && things.named(owner!.title) !== undefined && things.named(section.title) === undefined)
      owner!.blocks.push(...section.blocks)
    else {
      if (section.isGroup !== true) owner = section
      found.push(section)
    }
  }
  return found
}

/** `Gift Declaration ("Declaration")`: the name that the rest of the form uses. */
function readQuotedAlias({ title }: FormSection): string | undefined {
  const alias = /\((?:the )?["“„](\p{Lu}[\p{L}\d]*(?: [\p{L}\d]+)?)["”“]\)/iu.exec(title)?.[1]
  return alias === undefined || !/^\p{Lu}/u.test(alias) ? undefined : singularize(alias)
}

function readAskedThing({ title }: FormSection, { headingThing }: Words): string | undefined {
  const name = headingThing.exec(draftPlainText(title).replaceAll('`', '').trim())?.groups?.['thing']
  return name === undefined ? undefined : singularize(name)
}

/** The resource in a longer title, unless another heading has exactly its name. */
function findAnnounced({ title }: FormSection, things: Things, named: ReadonlySet<string | undefined>): string | undefined {
  const isName = stripTitle(title).split(/\s+/).length < 4
  const name = isName ? undefined : things.about(title)
  return name === undefined || named.has(name) ? undefined : name
}

/** Keeps the number, to which other lines may refer, and the text in parentheses, which may mark a shape or state the beginning of its keys. */
function asTitle(title: string, name: string): string {
  return [...(title.match(/^\d+(?:\.\d+)+(?=\.?\s)/) ?? []), name, ...(title.match(/\((?![^()]*["“„])[^()]*\)/g) ?? [])].join(' ')
}
