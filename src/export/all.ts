// Lists the targets of `export`.

import { asyncapi } from './asyncapi/asyncapi.ts'
import { diagram } from './diagram/diagram.ts'
import { hurl } from './hurl.ts'
import { jsonSchema } from './json-schema.ts'
import { openapi } from './openapi/openapi.ts'
import type { ExportTarget } from './target.ts'
import { typescript } from './typescript/typescript.ts'

export const targets: readonly ExportTarget[] = [openapi, asyncapi, jsonSchema, typescript, diagram, hurl]
