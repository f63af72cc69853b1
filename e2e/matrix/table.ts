/** The generated part of `docs/csp.md`: one row and one section for each policy, between markers. */
import { policyHeaders } from '../world/hosts.ts'
import { type MatrixPolicy, matrix } from './policies.ts'

export type MatrixResult = {
  readonly id: string
  /** The headers as received by the browser, with `placeholders` for values that differ between sites. */
  readonly headers: readonly string[]
  readonly result: string
  /** Number of violations, without the deliberate one. */
  readonly violations: number
}

/** Replacements for the values of a run. */
export const placeholders = {
  modalOrigin: 'https://modal.example',
  nonce: '{nonce}',
  scriptHashes: ["'sha384-{hash}' …"],
} as const

const policyNames = [
  'Content-Security-Policy',
  'Content-Security-Policy-Report-Only',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Embedder-Policy',
  'Cross-Origin-Resource-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'X-Frame-Options',
  'Permissions-Policy',
  'Integrity-Policy',
]

/** The policy as received by the browser; header names are in lower case. */
export function readHeaders(headers: Readonly<Record<string, string>>, modalOrigin: string): readonly string[] {
  const sent = policyNames.map((name) => [name, headers[name.toLowerCase()] ?? 'unsafe-none'] as const)
  return toLines(Object.fromEntries(sent.filter(([, value]) => value !== 'unsafe-none'))).map((line) =>
    line
      .replaceAll(modalOrigin, placeholders.modalOrigin)
      .replace(/'nonce-[^']+'/, `'nonce-${placeholders.nonce}'`)
      .replace(/'sha\d+-[^']+'( 'sha\d+-[^']+')*/, placeholders.scriptHashes.join(' ')),
  )
}

const [start, end] = ['<!-- matrix: written by `npm run matrix` -->', '<!-- /matrix -->']
const rows: Readonly<Record<string, MatrixPolicy>> = matrix

export function writeMatrix(guide: string, results: readonly MatrixResult[]): string {
  const [before, rest = ''] = guide.split(`${start}\n`)
  const [, after] = rest.split(`${end}\n`)
  if (before === undefined || after === undefined) throw new Error('The guide has lost its markers')
  const line = ({ id, result, violations }: MatrixResult) =>
    `| [\`${id}\`](#${id}) | ${row(id).about} | ${verdict(result)} | ${violations} |`
  const section = ({ id, headers }: MatrixResult) =>
    `### ${id}\n\n${row(id).allow}\n\n\`\`\`http\n${headers.join('\n')}\n\`\`\`\n`
  const table = ['| policy | the site | result | violations |', '|---|---|---|---|', ...results.map(line)]
  return `${before}${[start, '', ...table, '', ...results.map(section), end, after].join('\n')}`
}

const verdict = (result: string) => (result === 'connects' ? result : `\`${result}\``)

/** The results that a run must have. */
export const expectedResults = (): readonly MatrixResult[] =>
  Object.entries(rows).map(([id, { outcome, policy, violates = [], frameViolates = [] }]) => ({
    id,
    headers: toLines(policyHeaders(policy, placeholders)),
    result: outcome === 'connects' ? outcome : outcome.code,
    violations: violates.length + frameViolates.length,
  }))

const toLines = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

function row(id: string): MatrixPolicy {
  const found = rows[id]
  if (!found) throw new Error(`There is no policy ${id}`)
  return found
}
