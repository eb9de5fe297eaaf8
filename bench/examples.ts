// Compares three more examples with the same services by hand:
// `npm run bench:examples [-- --rounds N --seconds N --warm N --rows 1000,20000 --only WORK --no-write]`. The to-do list has a fixed size, because
// one answer contains all of it.

import { writePart } from './results.ts'
import { bookshop } from './services/bookshop.ts'
import { hours } from './services/hours.ts'
import { todo } from './services/todo.ts'
import { optionsWith, preface, sideBySide } from './side-by-side.ts'

const options = optionsWith('rows', hours.sizes.join(','))
const sizes = options.more.split(',').map(Number)
const lines: string[] = []
for (const service of [{ ...hours, sizes }, { ...bookshop, sizes }, todo]) lines.push(...(await sideBySide(service, options)))
if (options.write && options.only === '')
  writePart('# Other examples by hand', [...preface('bench:examples', options), ...lines].join('\n'))
