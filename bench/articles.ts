// Compares the blog of examples/realworld.md with the same service by hand:
// `npm run bench:articles [-- --rounds N --seconds N --warm N --articles 300,2000 --only WORK --no-write]`.

import { writePart } from './results.ts'
import { blog } from './services/blog.ts'
import { optionsWith, preface, sideBySide } from './side-by-side.ts'

const options = optionsWith('articles', blog.sizes.join(','))
const lines = await sideBySide({ ...blog, sizes: options.more.split(',').map(Number) }, options)
if (options.write && options.only === '') writePart('# The blog by hand', [...preface('bench:articles', options), ...lines].join('\n'))
