// Functions of conventions that spell names for paths, headers and code.

import { camelCase, kebabCase, snakeCase } from '../base/names.ts'

export const spellings: { readonly [name: string]: (name: string) => string } = { kebabCase, camelCase, snakeCase }
