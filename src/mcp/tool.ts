// The interface of a tool about documents: its name, its input as JSON Schema, and a function that returns data.

import { printData } from '../base/json.ts'
import { findNearest } from '../base/nearest.ts'
import { withArticle } from '../diagnostic/voice.ts'
import type { CallResult, ListedTool, ToolArguments } from './server.ts'

type Property = {
  readonly type: 'string' | 'boolean' | 'integer' | 'array'
  readonly description: string
  readonly enum?: readonly string[]
  readonly minLength?: 1
  readonly items?: { readonly type: 'string' }
}

export type InputSchema = {
  readonly type: 'object'
  readonly properties: { readonly [name: string]: Property }
  readonly required?: readonly string[]
  readonly additionalProperties: false
}

/** `text`: a readable form of the data, if it differs from its JSON. */
export type ToolResult = { readonly data: object; readonly text?: string }

export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: InputSchema
  readonly call: (args: ToolArguments) => ToolResult | Promise<ToolResult>
}

/** Wrong use of a tool: reported to the agent, which may call it again. */
export class ToolMistake extends Error {}

export function makeToolSchema(properties: InputSchema['properties'], ...required: readonly string[]): InputSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false }
}

/** Throws `ToolMistake` if the arguments violate the schema. */
function checkArguments({ properties, required = [] }: InputSchema, args: ToolArguments): void {
  for (const [name, value] of Object.entries(args)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property === undefined) {
      const [near] = findNearest(name, Object.keys(properties))
      throw new ToolMistake(
        `there is no argument ${name}; ${near === undefined ? `the arguments are ${Object.keys(properties).join(', ')}` : `did you mean ${near}?`}`,
      )
    }
    if (value === '' && property.minLength === 1) throw new ToolMistake(`${name} is empty`)
    if (!conformsToProperty(property, value))
      throw new ToolMistake(`${name} takes ${property.enum?.join(' or ') ?? withArticle(property.type)}`)
  }
  const missing = required.find((name) => args[name] === undefined)
  if (missing !== undefined) throw new ToolMistake(`${missing} is missing`)
}

function conformsToProperty({ type, enum: values, items }: Property, value: unknown): boolean {
  if (values !== undefined && !values.some((each) => each === value)) return false
  if (type === 'array') return Array.isArray(value) && value.every((each) => typeof each === items?.type)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

export function describeTool({ name, title, description, inputSchema }: Tool): ListedTool {
  return { name, title, description, inputSchema, annotations: { title, readOnlyHint: true, openWorldHint: false } }
}

export async function callTool(tool: Tool, args: ToolArguments): Promise<CallResult> {
  try {
    checkArguments(tool.inputSchema, args)
    const { data, text } = await tool.call(args)
    return { content: [{ type: 'text', text: text ?? printData(data) }], structuredContent: data }
  } catch (error) {
    if (!(error instanceof ToolMistake)) throw error
    return createMistake(tool.name, error.message)
  }
}

export function createMistake(name: string, message: string): CallResult {
  return { content: [{ type: 'text', text: `${name}: ${message}` }], isError: true }
}
