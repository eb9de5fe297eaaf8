// Draws lines over a logarithmic axis, and groups of bars, as SVG pictures.

export type Points = {
  readonly title: string
  readonly across: string
  readonly unit: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

const [width, height, left, bottom, top] = [520, 260, 70, 40, 40]

export function plot({ title, across, unit, points }: Points): string {
  const logs = points.map(([x]) => Math.log10(x))
  const [least, most] = [Math.min(...logs), Math.max(...logs)]
  const highest = Math.max(...points.map(([, y]) => y)) * 1.1
  const at = ([x, y]: readonly [number, number]): readonly [number, number] => [
    left + ((Math.log10(x) - least) / (most - least || 1)) * (width - left - 20),
    height - bottom - (y / highest) * (height - bottom - top),
  ]
  const places = points.map(at)
  const marks = points.map(([x, y], index) => {
    const [px, py] = places[index]!
    return `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3"/><text x="${px.toFixed(1)}" y="${height - bottom + 16}" text-anchor="middle">${short(x)}</text><text x="${px.toFixed(1)}" y="${(py - 8).toFixed(1)}" text-anchor="middle">${short(y)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="currentColor" role="img" aria-label="${title}">
<style>svg { color: #222; background: #fff } @media (prefers-color-scheme: dark) { svg { color: #ddd; background: #16181d } }</style>
<text x="${left}" y="18" font-size="13" font-weight="600">${title}</text>
<text x="${width - 20}" y="${height - 6}" text-anchor="end">${across}</text>
<text x="8" y="${top - 6}">${unit}</text>
<path d="M${left} ${top} V${height - bottom} H${width - 20}" fill="none" stroke="currentColor" stroke-opacity=".4"/>
<path d="${places.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')}" fill="none" stroke="currentColor" stroke-width="1.5"/>
${marks.join('\n')}
</svg>
`
}

function short(value: number): string {
  if (value >= 1e6) return `${Math.round(value / 1e5) / 10}M`
  if (value >= 1e4) return `${Math.round(value / 1000)}k`
  return value >= 10 ? String(Math.round(value)) : value.toFixed(1)
}

export type Bars = {
  readonly title: string
  readonly unit: string
  readonly groups: readonly { readonly name: string; readonly values: readonly (readonly [name: string, value: number])[] }[]
}

/** Groups of bars, one colour for each name. */
export function bars({ title, unit, groups }: Bars): string {
  const colours = ['#3b6fb6', '#c8553d', '#5a9e6f']
  const highest = Math.max(...groups.flatMap(({ values }) => values.map(([, value]) => value))) * 1.1
  const wide = (width - left - 20) / groups.length
  const drawn = groups.flatMap(({ name, values }, group) => {
    const each = (wide * 0.7) / values.length
    const from = left + group * wide + wide * 0.15
    return [
      `<text x="${(from + wide * 0.35).toFixed(1)}" y="${height - bottom + 16}" text-anchor="middle">${name}</text>`,
      ...values.map(([, value], index) => {
        const tall = (value / highest) * (height - bottom - top)
        const x = from + index * each
        return `<rect x="${x.toFixed(1)}" y="${(height - bottom - tall).toFixed(1)}" width="${(each - 4).toFixed(1)}" height="${tall.toFixed(1)}" fill="${colours[index]!}"/><text x="${(x + each / 2 - 2).toFixed(1)}" y="${(height - bottom - tall - 5).toFixed(1)}" text-anchor="middle">${short(value)}</text>`
      }),
    ]
  })
  const legend = (groups[0]?.values ?? []).map(
    ([name], index) =>
      `<rect x="${left + index * 150}" y="${height - 16}" width="10" height="10" fill="${colours[index]!}"/><text x="${left + index * 150 + 14}" y="${height - 7}">${name}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="currentColor" role="img" aria-label="${title}">
<style>svg { color: #222; background: #fff } @media (prefers-color-scheme: dark) { svg { color: #ddd; background: #16181d } }</style>
<text x="${left}" y="18" font-size="13" font-weight="600">${title}</text>
<text x="8" y="${top - 6}">${unit}</text>
<path d="M${left} ${top} V${height - bottom} H${width - 20}" fill="none" stroke="currentColor" stroke-opacity=".4"/>
${[...drawn, ...legend].join('\n')}
</svg>
`
}
