/** Documents of test pages, written from a table: they differ in little more than their titles. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export type TestDocument = {
  readonly title: string
  /** HTML. The script of the document is the file of its name, if there is one. */
  readonly body?: string
  /** HTML before that script. */
  readonly head?: string
}

/** Gives the build `<folder>/<name>.html` for each document of the table. */
export function documents(folder: string, table: Readonly<Record<string, TestDocument>>): Plugin {
  const byFile = new Map(Object.entries(table).map(([name, document]) => [fileOf(folder, name), { name, ...document }]))
  return {
    name: 'airlock:documents',
    enforce: 'pre',
    config: () => ({ build: { rolldownOptions: { input: [...byFile.keys()] } } }),
    resolveId: (id) => (byFile.has(id) ? id : undefined),
    load(id) {
      const document = byFile.get(id)
      return document && { code: htmlOf(folder, document), map: null }
    },
  }
}

const fileOf = (folder: string, name: string): string => join(folder, `${name}.html`)

function htmlOf(
  folder: string,
  { name, title, head = '', body = '' }: TestDocument & { readonly name: string },
): string {
  const script = [`${name}.ts`, `${name}.tsx`].find((file) => existsSync(join(folder, file)))
  const loaded = script ? `<script type="module" src="./${script}"></script>` : ''
  return documentOf(`<title>${title}</title>${head}${loaded}`, `<body>${body}</body>`)
}

const documentOf = (head: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    ${head}
  </head>
  ${body}
</html>
`

/** In every document of the demo, before what its file adds. */
const demoHead = `
    <meta name="color-scheme" content="light dark" />
    <link rel="stylesheet" href="./base.css" />
`

/** Puts a document around each page of the demo, whose file has only its own part of the head, and the body. */
export const demoDocuments = (): Plugin => ({
  name: 'airlock:demo-documents',
  transformIndexHtml: {
    order: 'pre',
    handler(page) {
      const [head = '', body = ''] = page.split(/^(?=<body>)/m)
      const icon = head.includes('rel="icon"') ? '' : '<link rel="icon" href="data:," />'
      return documentOf(`${demoHead}${icon}${head}`, body)
    },
  },
})
