/** Writes the project record into a built page as an inert JSON block. */
import { type ProjectRecord, projectElementId } from '@airlock/protocol/project.ts'

export const injectProject = (html: string, record: ProjectRecord): string => injectJson(html, projectElementId, record)

/** @throws {Error} when the page has no head, or already holds an element with this id. */
export function injectJson(html: string, elementId: string, value: unknown): string {
  const end = html.indexOf('</head>')
  if (end === -1) throw new Error('The page has no </head> to put its JSON block into')
  if (html.includes(`id="${elementId}"`)) throw new Error(`The page already has an element with the id ${elementId}`)
  // `<` is the only character that could end the block; escaped, the text stays the same JSON.
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `${html.slice(0, end)}<script type="application/json" id="${elementId}">${json}</script>${html.slice(end)}`
}
