/** The code of the documents names what exists: attributes, config keys, commands, options. Its types: `snippets.full.test.ts`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, readProjects } from '../service/src/config/read.ts'
import { cliCalls, cliErrors, documents, htmlErrors, readJsonc, snippetsIn, textOf } from './support/snippets.ts'

const snippets = documents.flatMap((document) => snippetsIn(document))
const fileOf = ({ at }: { readonly at: string }) => at.slice(0, at.lastIndexOf(':'))
const of = (...languages: string[]) => snippets.filter(({ language }) => languages.includes(language))

test('every language has a check', () => {
  const checked = ['ts', 'tsx', 'js', 'html', 'json', 'jsonc', 'yaml', 'sh', '']
  /** `diff`: `extending.test.ts` applies them, and `snippets.full.test.ts` compiles the one for AppKit. The rest is no code of ours. */
  const others = ['diff', 'http', 'mermaid']
  expect(
    [...new Set(snippets.map(({ language }) => language))].filter((one) => ![...checked, ...others].includes(one)),
  ).toEqual([])
  for (const language of ['ts', 'tsx', 'html', 'json', 'sh']) expect(of(language)).not.toEqual([])
})

describe('HTML', () => {
  test('has script tags that the script reads', () => {
    expect(of('html').flatMap(htmlErrors)).toEqual([])
  })
  test('an unknown attribute is found', () => {
    const tag = (text: string) => htmlErrors({ at: 'a.md:1', language: 'html', code: `<script ${text}></script>` })
    expect(tag('defer src="a.js" data-project-id="x"')).toEqual([])
    expect(tag('data-projectid="x"')).toEqual([expect.stringContaining('data-projectid')])
    expect(tag('defers src="a.js"')).toEqual([expect.stringContaining('defers')])
  })
})

describe('JSON and YAML', () => {
  const data = of('json', 'jsonc', 'yaml')
  const files = [...new Set(data.map(fileOf))]

  // By file: a title with a line would be another test after every edit above it.
  test.each(files)('each snippet of %s parses', (file) => {
    for (const { at, language, code } of data.filter((snippet) => fileOf(snippet) === file))
      expect(language === 'yaml' ? parse(code) : readJsonc(code), at).toBeTypeOf('object')
  })

  /** As an installation would read them: the config with the project records of the same guide. */
  function read(config: string, projects: string): void {
    const folder = mkdtempSync(join(tmpdir(), 'airlock-snippets-'))
    try {
      writeFileSync(join(folder, 'projects.json'), projects)
      writeFileSync(join(folder, 'airlock.config.json'), config)
      readProjects(join(folder, 'projects.json'))
      readConfig(join(folder, 'airlock.config.json'), { AIRLOCK_SMTP_URL: 'smtps://mail.example' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const [config = '', projects = ''] = snippetsIn('docs/hosting.md').flatMap(({ language, code }) =>
    language === 'json' ? code : [],
  )

  test('config file and project records are those of the service', () => {
    read(config, projects)
    const [record = ''] = snippetsIn('docs/embedding.md').flatMap(({ language, code }) =>
      language === 'json' ? code : [],
    )
    read(config.replaceAll('example.org', 'example'), `[${record}]`)
  })

  test('a wrong key is refused', () => {
    expect(() => read(config.replace('"proxies"', '"proxys"'), projects)).toThrow('proxys is not a key')
    expect(() => read(config, projects.replace('"pinnedHosts"', '"pinned"'))).toThrow('pinned')
  })
})

describe('the program', () => {
  test.each(documents.map((document) => [document] as const))('%s names its commands and options', async (document) => {
    expect((await Promise.all(cliCalls(textOf(document)).map(cliErrors))).flat()).toEqual([])
  })

  test('every call of the documents is found, and a wrong one is named', async () => {
    expect(cliCalls(textOf('docs/hosting.md')).length).toBeGreaterThan(10)
    expect(cliCalls('```sh\nA_B=1 npx airlock init --yes \\\n  --host https://a.example # why\n```\n')).toEqual([
      'init --yes    --host https://a.example',
    ])
    expect(await cliErrors('init --yes --dir x')).toEqual([])
    expect(await cliErrors('init --nothing')).toEqual([expect.stringContaining('--nothing')])
    expect(await cliErrors('begin')).toEqual([expect.stringContaining('begin')])
  })
})
