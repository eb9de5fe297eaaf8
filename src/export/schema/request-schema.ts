// Chooses the schema of a request body for one of its media types.

import type { Schema } from '../../schema/schema.ts'
import type { Domain, InputBody } from '../../typing/domain.ts'
import { isFormMedia, jsonPatchType } from '../../typing/input-body.ts'
import { makeWritableSchema } from './merge-patch.ts'

export function makeRequestSchema({ schema }: InputBody, media: string, domain: Domain): Schema {
  return media === jsonPatchType ? jsonPatch : makeWritableSchema(schema, domain)
}

/** The media type that a client sends: a merge patch instead of a JSON Patch, and JSON instead of a form. */
export function chooseSentMedia({ media }: InputBody): string {
  const preferred = media.filter((each) => each !== jsonPatchType)
  return preferred.find((each) => !isFormMedia(each)) ?? preferred[0] ?? media[0]!
}

const path: Schema = { type: 'string', format: 'json-pointer' }

/** RFC 6902, section 4. */
const jsonPatch: Schema = {
  type: 'array',
  items: {
    oneOf: [
      {
        type: 'object',
        required: ['op', 'path', 'value'],
        properties: { op: { type: 'string', enum: ['add', 'replace', 'test'] }, path, value: true },
      },
      { type: 'object', required: ['op', 'path'], properties: { op: { type: 'string', enum: ['remove'] }, path } },
      {
        type: 'object',
        required: ['op', 'from', 'path'],
        properties: { op: { type: 'string', enum: ['move', 'copy'] }, from: path, path },
      },
    ],
  },
}
