// The language as data: the keys of the front matter and of each part, for the schema, the reference and completion.

import type { PartName } from '../document/document.ts'
import { authenticationKeys } from './authentication.ts'
import { operation } from './endpoints.ts'
import { errorsKeys } from './errors.ts'
import { eventsKeys } from './events.ts'
import { frontMatterKeys } from './front.ts'
import { generativeKeys } from './generative.ts'
import { limitsKeys } from './limits.ts'
import { methods } from './methods.ts'
import { resource, resourcesKeys } from './resources.ts'
import { serviceKeys } from './service.ts'
import type { Keys, Shape } from './shape.ts'
import { machine } from './states.ts'
import { versioningKeys } from './versioning.ts'

/** `things` are the elements of a part with names from the author; `named` describes the names, as a pattern. */
export type PartLanguage = { readonly keys: Keys; readonly elements?: Shape<unknown>; readonly named?: string }

export const partLanguage: { readonly [name in PartName]: PartLanguage } = {
  service: { keys: { ...serviceKeys, ...generativeKeys } },
  resources: { keys: { ...resourcesKeys, ...generativeKeys }, elements: resource },
  states: { keys: generativeKeys, elements: machine, named: '^[^.]+\\.[^.]+$' },
  endpoints: { keys: generativeKeys, elements: operation, named: `^(${methods.join('|')})\\s+/` },
  authentication: { keys: { ...authenticationKeys, ...generativeKeys } },
  events: { keys: { ...eventsKeys, ...generativeKeys } },
  errors: { keys: { ...errorsKeys, ...generativeKeys } },
  limits: { keys: { ...limitsKeys, ...generativeKeys } },
  versioning: { keys: { ...versioningKeys, ...generativeKeys } },
}

export const frontLanguage: Keys = frontMatterKeys
