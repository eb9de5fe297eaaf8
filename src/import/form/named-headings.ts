// Names sections whose heading is a question or a phrase about a thing, "What do we know about a ride?", after the thing.

import { draftPlainText } from './draft.ts'
import { singular } from '../names.ts'
import { thingsOf } from './owners.ts'
import type { Form } from './statements.ts'
import type { Words } from './words.ts'

export function nameHeadings(form: Form, { headingThing }: Words): Form {
  const things = thingsOf(form)
  return { ...form, sections: form.sections.map((section) => {
    const plain = draftPlainText(section.title).replaceAll('`', '').trim()
    const name = section.level < 3 ? undefined : headingThing.exec(plain)?.groups?.['thing']
    if (name !== undefined) return { ...section, title: singular(name) }
    // `Vans` is about what `/vans` collects.
    return section.part === 'resources' && section.level > 2 && singular(plain) !== plain && things.has(singular(plain.toLowerCase())) ? { ...section, title: singular(plain) } : section
  }) }
}
