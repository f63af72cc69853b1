/** Shortens API reports: a long run of constants of one type is a list of their names, with a line for each first letter. */

// API Extractor ends lines as Windows does.
const constants = /(?:\/\/ @public\r\nexport const \w+: \w+;\r\n\r\n){20,}/g

export const shortReport = (report: string): string =>
  report.replace(constants, (run) => {
    const blocks = [...run.matchAll(/export const (\w+): (\w+);/g)]
    const [type, ...others] = new Set(blocks.map((block) => block[2]))
    if (others.length > 0) return run
    const lines = new Map<string, string[]>()
    for (const [, name = ''] of blocks) lines.set(name.charAt(0), [...(lines.get(name.charAt(0)) ?? []), name])
    const names = [...lines.values()].map((some) => `// ${some.join(', ')}\r\n`)
    return `// @public: ${blocks.length} constants of the type ${type}\r\n${names.join('')}\r\n`
  })
