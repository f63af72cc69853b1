/** Reads the project record that the deploy step wrote into this document. */
import { ProjectRecord, projectElementId } from '@airlock/protocol/contracts/project.ts'
import * as z from 'zod/mini'

/** @throws if the document contains no valid record: then it was not deployed, and sends no HELLO. */
export function readProject(document: Document): ProjectRecord {
  const text = document.getElementById(projectElementId)?.textContent ?? ''
  return z.parse(ProjectRecord, JSON.parse(text))
}
