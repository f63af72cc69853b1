/** The TypeScript of the documents compiles against the package that a page installs. */
import { describe, expect, test } from 'vitest'
import { typeErrors } from './support/snippet-types.ts'
import { documents, snippetsIn } from './support/snippets.ts'

const snippets = documents
  .flatMap((document) => snippetsIn(document))
  .filter(({ language }) => ['ts', 'tsx', 'js'].includes(language))

describe('TypeScript', () => {
  /** The new side of the change that the guide for AppKit shows. */
  const moved = snippetsIn('docs/moving-from-appkit.md')
    .filter(({ language }) => language === 'diff')
    .map(({ at, code }) => ({ at, language: 'ts', code: code.replaceAll(/^-.*\n/gm, '').replaceAll(/^[+ ]/gm, '') }))

  test('compiles against the package', () => {
    expect(moved).toHaveLength(1)
    expect(typeErrors([...snippets, ...moved])).toEqual([])
  })

  test('pages that are written for AppKit compile with their imports changed and `frameUrl` added', () => {
    const pages = snippetsIn('docs/support/appkit-pages.md').map(({ code, ...page }) => ({
      ...page,
      code: code
        .replaceAll("'@reown/", "'@airlock/host-sdk/")
        .replaceAll(/(create(?:AppKit|ForReact)\(\{)/g, "$1 frameUrl: 'https://modal.example/p/shop/', "),
    }))
    expect(pages).toHaveLength(7)
    expect(typeErrors(pages)).toEqual([])
  })

  test('a wrong option, a wrong import and an undeclared name are found where they are', () => {
    const wrong = (code: string, line: number) => ({ at: `a.md:${line}`, language: 'ts', code })
    expect(
      typeErrors([
        wrong('createAirlock({ ...options, themeMod: "dark" })', 1),
        wrong("import { createAirlok } from '@airlock/host-sdk'\ncreateAirlok()", 2),
        wrong('nobody()', 3),
        wrong('createAirlock({ ...options, themeMode: "dark" })', 4),
      ]),
    ).toEqual([
      expect.stringMatching(/^a\.md:1 \(.*themeMod/),
      expect.stringMatching(/^a\.md:2 \(.*createAirlok/),
      expect.stringMatching(/^a\.md:3 \(.*nobody/),
    ])
  })
})
