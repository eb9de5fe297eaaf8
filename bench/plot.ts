// A line of points as an SVG picture, over a logarithmic axis.

export type Points = { readonly title: string; readonly across: string; readonly unit: string; readonly points: readonly (readonly [x: number, y: number])[] }

const [width, height, left, bottom, top] = [520, 260, 70, 40, 40]

export function plot({ title, across, unit, points }: Points): string {
  const logs = points.map(([x]) => Math.log10(x))
  const [least, most] = [Math.min(...logs), Math.max(...logs)]
  const highest = Math.max(...points.map(([, y]) => y)) * 1.1
  const at = ([x, y]: readonly [number, number]): readonly [number, number] => [
    left + ((Math.log10(x) - least) / (most - least || 1)) * (width - left - 20), height - bottom - (y / highest) * (height - bottom - top),
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
