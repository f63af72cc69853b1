/** The runner's pages. The script of each is the file of its name. */
import type { TestDocument } from '../../../scripts/documents.ts'

export const conformanceDocuments: Readonly<Record<string, TestDocument>> = {
  host: { title: 'Conformance host' },
  frame: { title: 'Conformance frame' },
  around: { title: 'Around a conformance modal' },
}
