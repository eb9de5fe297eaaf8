// Reads tables that a form writes in HTML.

import type { FenceTable } from './fence-tables.ts'

/** Undefined unless the text has exactly one table, whose rows have the cells of its first row. */
export function readHtmlTable(text: string): FenceTable | undefined {
  const [table, another] = Array.from(text.matchAll(/<table\b[^>]*>(.*?)<\/table>/gis))
  if (table === undefined || another !== undefined || /\b(?:row|col)span\s*=/i.test(table[0])) return undefined
  const rows = Array.from(table[1]!.matchAll(/<tr\b[^>]*>(.*?)(?=<tr\b|<\/tr>|$)/gis), ({ 1: row, index }) => {
    const cells = Array.from(row!.matchAll(/<t[hd]\b[^>]*>(.*?)(?=<t[hd]\b|<\/t[hd]>|$)/gis), ([, cell]) => asText(cell!))
    const before = text.slice(0, table.index + table[0].indexOf(table[1]!) + index)
    return { cells, text: cells.join(' | '), line: before.split(/\r\n|\n|\r/).length - 1 }
  })
  const [head, ...others] = rows
  return head === undefined || others.length === 0 || others.some(({ cells }) => cells.length !== head.cells.length)
    ? undefined
    : { headers: head.cells, rows: others }
}

const entities: { readonly [name: string]: string } = { amp: '&', gt: '>', le: '≤', ge: '≥', lt: '<', nbsp: ' ', quot: '"' }

/** The content of a cell, with the marks of Markdown for code and emphasis. */
function asText(cell: string): string {
  return cell
    .replaceAll(/<br\s*\/?>/gi, '; ')
    .replaceAll(/<\/?(?:code|tt)\b[^>]*>/gi, '`')
    .replaceAll(/<\/?(?:b|strong)\b[^>]*>/gi, '**')
    .replaceAll(/<[/a-z][^<>]*>/gi, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
