// Names sections whose heading is a question or a phrase about a thing, "What do we know about a ride?", after the thing.

import { draftPlainText } from './draft.ts'
import { singular } from '../names.ts'
import type { Form } from './statements.ts'
import type { Words } from './words.ts'

export function nameHeadings(form: Form, { headingThing }: Words): Form {
  return { ...form, sections: form.sections.map((section) => {
    const name = section.level < 3 ? undefined : headingThing.exec(draftPlainText(section.title).replaceAll('`', '').trim())?.groups?.['thing']
    return name === undefined ? section : { ...section, title: singular(name) }
  }) }
}
