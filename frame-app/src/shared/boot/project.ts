/** Reads the project record that the deploy step wrote into this document. */
import { ProjectRecord, projectElementId } from '@airlock/protocol/contracts/project.ts'
import * as z from 'zod/mini'

/** As much of a document as is read. */
type Page = { getElementById(id: string): { readonly textContent: string | null } | null }

/**
 * The frames ask nodes over HTTP. A WebSocket node could only count as a silent one, and silence of a node makes the others disputed:
 * `rpc` has none.
 * @throws if the document contains no valid record: then it was not deployed, and sends no HELLO.
 */
export function readProject(document: Page): ProjectRecord {
  const text = document.getElementById(projectElementId)?.textContent ?? ''
  const record = z.parse(ProjectRecord, JSON.parse(text))
  for (const urls of Object.values(record.rpc))
    urls.splice(0, urls.length, ...urls.filter((url) => url.startsWith('http')))
  return record
}
