/** Writes the project record into a built page as an inert JSON block, and extracts it again for verification. */
import { createHash } from 'node:crypto'
import { type ProjectRecord, projectElementId } from '@airlock/protocol/contracts/project.ts'

export const injectProject = (html: string, record: ProjectRecord): string => injectJson(html, projectElementId, record)

/** @throws {Error} when the page has no head, or already contains an element with this id. */
export function injectJson(html: string, elementId: string, value: unknown): string {
  const end = html.indexOf('</head>')
  if (end === -1) throw new Error('The page has no </head> to put its JSON block into')
  if (html.includes(`id="${elementId}"`)) throw new Error(`The page already has an element with the id ${elementId}`)
  // `<` is the only character that could end the block; escaped, it is still the same JSON.
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `${html.slice(0, end)}<script type="application/json" id="${elementId}">${json}</script>${html.slice(end)}`
}

/** The original page and the text of its block; `undefined` unless there is exactly one block. */
export function extractProject(html: string): { readonly page: string; readonly json: string } | undefined {
  const blocks = [
    ...html.matchAll(new RegExp(`<script type="application/json" id="${projectElementId}">(.*?)</script>`, 'g')),
  ]
  const [block] = blocks
  if (!block || blocks.length > 1) return undefined
  const { index, 0: all, 1: json = '' } = block
  return { page: html.slice(0, index) + html.slice(index + all.length), json }
}

/** CSP source of the page's import map; `undefined` if it has none. */
export function importMapSource(html: string): string | undefined {
  const text = /<script type="importmap">(.*?)<\/script>/s.exec(html)?.[1]
  return text === undefined ? undefined : `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
