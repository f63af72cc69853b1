/**
 * `npm run headers`: writes the example header files in service/hosting, for the modal's and the wallet's origin, from
 * the project file there. `-- --check` writes nothing and exits with 1 when one is stale. For a deployment: `npm run
 * site`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importMapSource } from '../service/src/frames/page.ts'
import { parseProjects } from '../service/src/frames/projects.ts'
import { headersFile } from '../service/src/hosting/headers-file.ts'
import { nginxConfig } from '../service/src/hosting/nginx.ts'
import { redirectsFile, siteRedirects } from '../service/src/hosting/redirects.ts'
import { type Rule, siteRules } from '../service/src/hosting/rules.ts'

const folder = resolve(import.meta.dirname, '../service/hosting')

/** Placeholder for a build's import map, which changes with every build. */
const importMap = importMapSource('<script type="importmap">{"integrity":{}}</script>')

const exampleProjects = () => parseProjects(JSON.parse(readFileSync(resolve(folder, 'projects.json'), 'utf8')))

export function exampleRules(): { readonly modal: readonly Rule[]; readonly wallet: readonly Rule[] } {
  const projects = exampleProjects()
  const modal = siteRules({ frame: { kind: 'modal' }, projects, importMap, keyWorkers: [] })
  const frame = { kind: 'wallet', modalOrigin: 'https://modal.example' } as const
  const wallet = siteRules({ frame, projects, importMap, keyWorkers: ['key-worker-example.js'] })
  return { modal, wallet }
}

/** Text of each file, by its path below `service/hosting`. */
export function exampleFiles(): Map<string, string> {
  const { modal, wallet } = exampleRules()
  const redirects = siteRedirects(exampleProjects())
  return new Map([
    ['modal/_headers', headersFile(modal)],
    ['modal/_redirects', redirectsFile(redirects)],
    ['modal/nginx.conf', nginxConfig(modal, redirects)],
    ['wallet/_headers', headersFile(wallet)],
    ['wallet/nginx.conf', nginxConfig(wallet)],
  ])
}

export const staleExamples = (): string[] =>
  [...exampleFiles()].filter(([path, text]) => read(path) !== text).map(([path]) => path)

function read(path: string): string | undefined {
  try {
    return readFileSync(resolve(folder, path), 'utf8')
  } catch {
    return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const stale = staleExamples()
  if (process.argv.includes('--check')) {
    for (const path of stale) console.error(`stale: service/hosting/${path}`)
    process.exitCode = stale.length > 0 ? 1 : 0
  } else {
    for (const [path, text] of exampleFiles()) {
      mkdirSync(dirname(resolve(folder, path)), { recursive: true })
      writeFileSync(resolve(folder, path), text)
    }
    console.log(`header files: ${stale.length} changed`)
  }
}
