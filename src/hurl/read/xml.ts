// Reads an XML body: one element with its prolog, sent as written.

import { quoteName } from '../../diagnostic/voice.ts'
import { reportUnclosed } from './problem.ts'
import type { HurlReader } from './reader.ts'
import type { HurlBody } from '../tree.ts'

const prolog = /<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>|\s+/y
const content = /[^<]+|<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>/y
const tagName = /<\/?[^\s<>!?/"']+/y
const attributes = /[^<>"']+|"[^"]*"|'[^']*'/y

/** Reads to the end of the outermost element, without placeholders. */
export function readXml(reader: HurlReader): HurlBody | undefined {
  const start = reader.at
  reader.consumeRun(prolog)
  const openElements: string[] = []
  do {
    const tagAt = reader.at
    const tag = readTag(reader)
    if (tag === undefined) {
      if (tagAt < reader.text.length || openElements.length === 0) return reader.reportExpected('a tag of XML')
      return reader.report(reportUnclosed('The XML body', quoteName(`</${openElements.at(-1)!}>`), reader.span(start, start + 1)))
    }
    if (tag.kind === 'begin') openElements.push(tag.name)
    else if (tag.kind === 'end' && openElements.pop() !== tag.name) {
      reader.at = tagAt
      return reader.reportExpected('the end of the element that is open')
    }
    if (openElements.length > 0) reader.consumeRun(content)
  } while (openElements.length > 0)
  return { kind: 'xml', text: reader.text.slice(start, reader.at), span: reader.span(start) }
}

/** Leaves the cursor unchanged if no tag follows. */
function readTag(reader: HurlReader): { readonly kind: 'begin' | 'end' | 'empty'; readonly name: string } | undefined {
  const start = reader.at
  const name = reader.consume(tagName)
  const attributeText = name === '' ? '' : reader.consumeRun(attributes)
  if (name === '' || !reader.consumeText('>')) {
    reader.at = start
    return undefined
  }
  if (name.startsWith('</')) return { kind: 'end', name: name.slice(2) }
  return { kind: attributeText.endsWith('/') ? 'empty' : 'begin', name: name.slice(1) }
}
