// `ninefold expand DOC`: prints the document with the content of its conventions and the origin of each line.

import { join } from 'node:path'
import { expand } from '../convention/expand.ts'
import { lockConventions, printLock } from '../convention/lock.ts'
import { type Command, readFlag } from './command.ts'
import { withoutErrors } from './compiled.ts'
import { findDocumentFolder, conventionLockFile } from './load.ts'
import { write } from './write.ts'

export const expandCommand: Command = {
  name: 'expand',
  arguments: 'DOC',
  about: 'Prints the document with everything that its conventions fill in.',
  options: [{ flag: '--lock', about: `write ${conventionLockFile} beside the document instead, with the digest of each convention` }],
  parse: { lock: { type: 'boolean' } },
  words: [1, 1],
  async run([path], values, console) {
    const result = withoutErrors(path!, console)
    if (result === undefined) return 1
    if (readFlag(values, 'lock')) write(join(findDocumentFolder(path!), conventionLockFile), printLock(lockConventions(result.adopted)))
    else console.out(expand(result))
    return 0
  },
}
