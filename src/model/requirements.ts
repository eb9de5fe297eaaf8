// Reads the requirements of part 5 and of an endpoint: the schemes that admit a caller.

import { advise, paste } from '../diagnostic/help.ts'
import { listOf, mapOf } from './maps.ts'
import { withHelp } from './shape-combinators.ts'
import { name } from './scalars.ts'

const requirement = withHelp(mapOf('a requirement', listOf('a list of scopes', name('a scope'))), ({ text }) =>
  text === '' ? undefined : advise`Write${paste(`{ ${text}: [] }`)}`,
)

export const requirements = withHelp(listOf('a list of requirements', requirement), ({ text }) =>
  text === '' ? undefined : advise`Write${paste(`security: [ { ${text}: [] } ]`)}`,
)
