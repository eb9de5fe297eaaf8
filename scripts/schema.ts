// Writes the JSON Schema of the language for editors: schema/ninefold.schema.json.

import { writeFileSync } from 'node:fs'
import { makeLanguageSchema } from '../src/model/language-schema.ts'

export const schemaText = (): string => `${JSON.stringify(makeLanguageSchema(), undefined, 1)}\n`

if (import.meta.main) writeFileSync(new URL('../schema/ninefold.schema.json', import.meta.url), schemaText())
