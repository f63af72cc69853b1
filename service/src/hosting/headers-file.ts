/**
 * The rules as a `_headers` file for Netlify and Cloudflare Pages. Both merge the headers of all matching rules, so a
 * narrower rule lists only what the wider one lacks.
 */
import type { Rule } from './rules.ts'

/** Cloudflare's limit; it ignores longer lines. */
const maxLine = 2000

export function headersFile(rules: readonly Rule[]): string {
  const blocks = rules.map((rule) => {
    const wider = rules.find((other) => other.match === 'below' && other !== rule && rule.path.startsWith(other.path))
    const own = Object.entries(rule.headers).filter(([name, value]) => wider?.headers[name] !== value)
    const contradiction = own.find(([name]) => wider?.headers[name] !== undefined)
    if (contradiction) throw new Error(`${rule.path} and ${wider?.path} contradict each other in ${contradiction[0]}`)
    // A page is requested by its folder or by its file name.
    const pattern = rule.match === 'below' || rule.file !== undefined ? `${rule.path}*` : rule.path
    return [pattern, ...own.map(([name, value]) => `  ${name}: ${value}`)]
  })
  const tooLong = blocks.flat().find((line) => line.length > maxLine)
  if (tooLong !== undefined)
    throw new Error(`A header is longer than ${maxLine} characters, which such a host drops: ${tooLong.slice(0, 60)}…`)
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
