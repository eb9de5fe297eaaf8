// Splits the sections of a form where the subject changes: by a column of tables, the lead of a list, the subject of a paragraph.

import type { Form } from '../statement.ts'
import { cutTables } from './table-owners.ts'
import { cutText } from './text-owners.ts'
import type { Things } from '../things.ts'
import type { Words } from '../words.ts'

export function cutByOwner(form: Form, things: Things, words: Words): Form {
  const sections = form.sections.flatMap((section) => {
    if (section.part !== 'resources' && section.part !== 'states') return [section]
    const cut = cutTables(section, words)
    return section.part === 'resources' ? cut.flatMap((each) => cutText(each, things, words)) : cut
  })
  return { ...form, sections }
}
