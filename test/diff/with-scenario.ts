// A document of YAML alone as Markdown, so that it can have a scenario.

/** The parts as sections, with the scenario below them. */
export function withScenario(text: string, hurl: string): string {
  const [head, ...parts] = text.split(/^(?=(?:service|resources|states|endpoints|authentication|events|errors|limits|versioning):)/m)
  const sections = parts.map(
    (part) => `## ${/^\w+/.exec(part)![0]}\n\n\`\`\`yaml\n${part.replace(/^\w+: ?\n?/, '').replaceAll(/^ {2}/gm, '')}\`\`\`\n`,
  )
  return `---\n${head}---\n\n# Tasks\n\n${sections.join('\n')}\n### Said\n\n\`\`\`hurl\n${hurl}\`\`\`\n`
}
