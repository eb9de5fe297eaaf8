// Prints a report as one static HTML page: coverage by part, observed states and transitions, and each finding with its sequence.

import type { CoverageItem } from '../coverage.ts'
import { escapeXml as escapeHtml } from '../../scenario/report.ts'
import type { VerifyReport } from '../verify.ts'
import { printHurlScript } from './hurl.ts'
import { partTitles } from './parts.ts'
import { printFinding, printPercent } from './text.ts'

const colours: { readonly [state in CoverageItem['state']]: string } = {
  confirmed: '#2e7d32',
  failed: '#c62828',
  'not reached': '#b26a00',
  'not checkable': '#757575',
}

const style = `body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse}td,th{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}
pre{background:#f5f5f5;padding:.7rem;overflow:auto;font-size:13px}.mark{display:inline-block;min-width:7rem;color:#fff;border-radius:3px;padding:0 .4rem;font-size:13px}
@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}pre{background:#222}td,th{border-color:#333}}`

export function verifyPage(report: VerifyReport): string {
  const { compiled, url, seed, requests, findings, coverage, notes, residue } = report
  const { outcomes, determined, confirmed, items } = coverage
  const title = compiled.model.service.value.title
  const name = title.state === 'shown' ? title.value : 'service'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(name)}: verified</title><style>${style}</style></head><body>
<h1>${escapeHtml(name)} at ${escapeHtml(url)}</h1>
<p>${findings.length === 0 ? 'Nothing was found' : `${findings.length} finding${findings.length === 1 ? '' : 's'}`} in ${requests} requests; seed <code>${escapeHtml(seed)}</code>.</p>
<p>Determined: ${determined} of ${outcomes} outcomes of the document (${printPercent(determined, outcomes)}). Confirmed: ${confirmed} of these (${printPercent(confirmed, determined)}).</p>
${report.ended === undefined ? '' : `<p>Ended early: ${escapeHtml(report.ended.message)}</p>`}
${[...notes, ...[...residue].map(([resource, count]) => `${count} ${resource} left on the server`)].map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}
<h2>Coverage</h2>
${printCoverageTable(items)}
${findings.map((finding, index) => `<h2>Finding ${index + 1}</h2>\n<pre>${escapeHtml(printFinding(report, finding, index + 1))}</pre>\n<details><summary>Hurl</summary><pre>${escapeHtml(printHurlScript(compiled, finding))}</pre></details>`).join('\n')}
${partTitles
  .map((_, part) =>
    printPartSection(
      part,
      items.filter((item) => item.part === part),
    ),
  )
  .join('\n')}
</body></html>
`
}

function printCoverageTable(items: readonly CoverageItem[]): string {
  const states = Object.keys(colours) as CoverageItem['state'][]
  const rows = partTitles.flatMap((title, part) => {
    const itemsOfPart = items.filter((item) => item.part === part)
    return itemsOfPart.length === 0
      ? []
      : [
          `<tr><td><a href="#part-${part}">${title}</a></td>${states.map((state) => `<td>${itemsOfPart.filter((item) => item.state === state).length}</td>`).join('')}</tr>`,
        ]
  })
  return `<table><tr><th>part</th>${states.map((state) => `<th>${state}</th>`).join('')}</tr>${rows.join('')}</table>`
}

function printPartSection(part: number, items: readonly CoverageItem[]): string {
  if (items.length === 0) return ''
  const rows = items.map(
    ({ name, state, why, clause }) =>
      `<tr><td><span class="mark" style="background:${colours[state]}">${state}</span></td><td>${escapeHtml(name)}</td><td>${escapeHtml(why ?? '')}</td><td>${clause === undefined ? '' : `line ${clause.line}`}</td></tr>`,
  )
  return `<h2 id="part-${part}">${partTitles[part]}</h2>\n<table>${rows.join('\n')}</table>`
}
