// Three more examples against the same by hand: `npm run bench:examples [-- --rounds N --seconds N --warm N --rows 1000,20000 --only WORK --no-write]`. The to-do list has
// the same size always: all of it is one answer.

import { keepPart } from './results.ts'
import { bookshop } from './services/bookshop.ts'
import { hours } from './services/hours.ts'
import { todo } from './services/todo.ts'
import { optionsWith, preface, sideBySide } from './side-by-side.ts'

const options = optionsWith('rows', hours.sizes.join(','))
const sizes = options.more.split(',').map(Number)
const lines: string[] = []
for (const service of [{ ...hours, sizes }, { ...bookshop, sizes }, todo]) lines.push(...(await sideBySide(service, options)))
if (options.write && options.only === '') keepPart('# Other examples by hand', [...preface('bench:examples', options), ...lines].join('\n'))
