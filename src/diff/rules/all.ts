// The rules of all nine parts, by the keys of the language.

import type { PartName } from '../../document/document.ts'
import { type Rule, quiet } from '../rule.ts'
import { authenticationRules } from './authentication.ts'
import { operationThings } from './endpoints.ts'
import { errorsRules } from './errors.ts'
import { eventsRules } from './events.ts'
import { limitsRules } from './limits.ts'
import { resourceThings, resourcesRules } from './resources.ts'
import { serviceRules } from './service.ts'
import { stateThings } from './states.ts'
import { versioningRules } from './versioning.ts'

/** What a document adds to itself and asks of itself is in what it fills. */
const generative: { readonly [key: string]: Rule } = { each: quiet(), expect: quiet(), waive: quiet() }

export type PartRules = { readonly keys: { readonly [key: string]: Rule }; readonly things?: Rule }

export const partRules: { readonly [name in PartName]: PartRules } = {
  service: { keys: { ...serviceRules, ...generative } },
  resources: { keys: { ...resourcesRules, ...generative }, things: resourceThings },
  states: { keys: generative, things: stateThings },
  endpoints: { keys: generative, things: operationThings },
  authentication: { keys: { ...authenticationRules, ...generative } },
  events: { keys: { ...eventsRules, ...generative } },
  errors: { keys: { ...errorsRules, ...generative } },
  limits: { keys: { ...limitsRules, ...generative } },
  versioning: { keys: { ...versioningRules, ...generative } },
}
