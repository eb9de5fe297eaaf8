// Functions of conventions: names in the spellings that paths, headers and code use.

import { camelCase, kebabCase, snakeCase } from '../base/names.ts'

export const spellings: { readonly [name: string]: (name: string) => string } = { kebabCase, camelCase, snakeCase }
