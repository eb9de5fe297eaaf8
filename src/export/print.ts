// Prints exported data with all digits: as JSON indented by two spaces, or as YAML in blocks.

import { type Json, type JsonObject, isJsonArray, isJsonObject, printJson } from '../base/json.ts'

export function printJsonOrYaml(value: JsonObject, form: 'json' | 'yaml'): string {
  return form === 'json' ? `${printJsonText(value, '')}\n` : `${printYamlMap(value, '')}\n`
}

function printJsonText(value: Json, indent: string): string {
  const inner = `${indent}  `
  const wrapParts = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0 ? `${open}${close}` : `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`
  if (isJsonArray(value))
    return wrapParts(
      '[',
      value.map((item) => printJsonText(item, inner)),
      ']',
    )
  if (!isJsonObject(value)) return printJson(value)
  return wrapParts(
    '{',
    Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${printJsonText(member, inner)}`),
    '}',
  )
}

function printYamlMap(value: JsonObject, indent: string): string {
  return Object.entries(value)
    .map(([name, member]) => `${indent}${printYamlText(name)}:${printYamlValue(member, indent)}`)
    .join('\n')
}

/** The text after `name:` or the dash of an item. */
function printYamlValue(value: Json, indent: string): string {
  const inner = `${indent}  `
  if (isJsonArray(value))
    return value.length === 0 ? ' []' : `\n${value.map((item) => `${inner}-${printYamlItem(item, inner)}`).join('\n')}`
  if (isJsonObject(value)) return Object.keys(value).length === 0 ? ' {}' : `\n${printYamlMap(value, inner)}`
  return ` ${typeof value === 'string' ? printYamlText(value) : printJson(value)}`
}

/** A map in a list begins on the line of its dash. */
function printYamlItem(item: Json, indent: string): string {
  if (!isJsonObject(item) || Object.keys(item).length === 0) return printYamlValue(item, indent)
  return ` ${printYamlMap(item, `${indent}  `).trimStart()}`
}

/** Words that some YAML reader does not read as text. */
const notText = /^(?:true|false|null|yes|no|on|off|y|n|none|nan|inf)$/i

/** Unquoted if every YAML reader reads it as this text; otherwise as JSON, which YAML includes. */
function printYamlText(text: string): string {
  const isPlain = /^[A-Za-z/$][\w $.,;()/{}<>=+*@-]*$/.test(text) && !text.endsWith(' ') && !notText.test(text)
  if (isPlain) return text
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
