// The rules of all nine parts, by the keys of the language.

import type { PartName } from '../../document/document.ts'
import { type DiffRule, makeInvisibleRule } from '../rule.ts'
import { authenticationRules } from './authentication.ts'
import { errorsRules } from './errors.ts'
import { eventsRules } from './events.ts'
import { limitsRules } from './limits.ts'
import { operationEntries } from './operations.ts'
import { resourceEntries, resourcesRules } from './resources.ts'
import { serviceRules } from './service.ts'
import { stateEntries } from './states.ts'
import { versioningRules } from './versioning.ts'

/** Keys that generate or assert content; the generated content is compared itself. */
const generative: { readonly [key: string]: DiffRule } = {
  each: makeInvisibleRule(),
  expect: makeInvisibleRule(),
  waive: makeInvisibleRule(),
}

export type PartRules = { readonly keys: { readonly [key: string]: DiffRule }; readonly things?: DiffRule }

export const partRules: { readonly [name in PartName]: PartRules } = {
  service: { keys: { ...serviceRules, ...generative } },
  resources: { keys: { ...resourcesRules, ...generative }, things: resourceEntries },
  states: { keys: generative, things: stateEntries },
  endpoints: { keys: generative, things: operationEntries },
  authentication: { keys: { ...authenticationRules, ...generative } },
  events: { keys: { ...eventsRules, ...generative } },
  errors: { keys: { ...errorsRules, ...generative } },
  limits: { keys: { ...limitsRules, ...generative } },
  versioning: { keys: { ...versioningRules, ...generative } },
}
