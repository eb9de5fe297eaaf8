// The blank form, with all parts `not shown`: the start of each service.

import { partNames } from '../document/document.ts'
import { defaultHeading } from '../document/part-problem.ts'
import { languageVersion } from '../model/front.ts'
import { printBlankTables } from '../table/blank.ts'
import type { DocumentForm } from '../table/convert.ts'

/** Hints for the blank form's parts: comments, because prose would describe the service. */
const hints: { readonly [name in (typeof partNames)[number]]: string } = {
  service: 'Its purpose and its users, in a few sentences. Values that its operator sets: `settings`.',
  resources: 'The things that it keeps: the key, the properties with their types and bounds, and what must hold of them.',
  states: 'For each property that follows a life cycle: its states, what leads from one to the next, and under which conditions.',
  endpoints: 'A method and a path each, one action, what a request carries and what the answer holds.',
  authentication: 'How callers prove their identity, and what they may do; or `none`: then everyone may call every endpoint.',
  events: 'The events that the service emits, their causes and deliveries; or `none`.',
  errors: 'The form and the status of every refusal; and the order of refusals.',
  limits: 'How much is too much: requests, sizes, time; or `none`.',
  versioning: 'The versions, and the changes between them; or `none`.',
}

/**
 * A document whose nine parts are all not shown. It is valid, and serves nothing. `form`: whether each part has empty tables to fill
 * in.
 */
export function printBlankForm(title = 'A service', form: DocumentForm = 'yaml'): string {
  const parts = partNames.map(
    (name) =>
      `${defaultHeading(name)}\n\n<!-- ${hints[name]} -->\n\nnot shown\n${form === 'tables' ? `\n${printBlankTables(name)}\n` : ''}`,
  )
  return [`---\nninefold: ${languageVersion}\n---\n`, `# ${title}\n`, ...parts].join('\n')
}
