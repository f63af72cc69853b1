/**
 * One declaration file per entry, including the types of the protocol, and its API report. The compiler writes the declarations; API
 * Extractor, which brings its own compiler, rolls them up.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel, type ExtractorMessage } from '@microsoft/api-extractor'
import { run } from '../install.mjs'
import { type Entry, entries, fileOf } from './entries.ts'
import { packageJson, workspace } from './manifest.ts'
import { shortReport } from './report.ts'

const root = resolve(import.meta.dirname, '../..')

/** @param work an empty folder */
export function writeTypes(out: string, work: string): void {
  mkdirSync(work, { recursive: true })
  const emitted = join(work, 'emitted')
  const project = join(work, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: emitted,
    // Only the globals of a page.
    types: [],
  }
  const files = entries.map(({ source }) => join(root, 'host-sdk', source))
  writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }))
  run('tsc', ['-p', project])
  // Imports by package name are kept, so that types are shared with the other entry instead of copied.
  const installed = join(work, 'node_modules', workspace().name)
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'package.json'), packageJson())
  for (const entry of entries) {
    rollUp(entry, { out, work, emitted })
    cpSync(join(out, `${fileOf(entry)}.d.ts`), join(installed, `${fileOf(entry)}.d.ts`))
  }
}

interface Places {
  readonly out: string
  readonly work: string
  readonly emitted: string
}

function rollUp(entry: Entry, { out, work, emitted }: Places): void {
  const quiet = { default: { logLevel: ExtractorLogLevel.None } }
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'host-sdk/package.json'),
    configObject: {
      projectFolder: work,
      mainEntryPointFilePath: join(emitted, 'host-sdk', entry.source.replace(/\.tsx?$/, '.d.ts')),
      bundledPackages: ['@airlock/protocol'],
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            lib: ['es2022', 'dom', 'dom.iterable'],
            module: 'esnext',
            moduleResolution: 'bundler',
            strict: true,
            allowImportingTsExtensions: true,
            noEmit: true,
            skipLibCheck: true,
            types: [],
            paths: { '@airlock/protocol/*': [join(emitted, 'protocol/src/*')] },
          },
          include: [emitted],
        },
      },
      dtsRollup: { enabled: true, untrimmedFilePath: join(out, `${fileOf(entry)}.d.ts`) },
      apiReport: {
        enabled: true,
        reportFileName: `${fileOf(entry)}.api.md`,
        reportFolder: join(work, 'api'),
        reportTempFolder: join(work, 'api-temp'),
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: quiet,
        tsdocMessageReporting: quiet,
      },
    },
  })
  mkdirSync(join(work, 'api'), { recursive: true })
  const { succeeded } = Extractor.invoke(config, { localBuild: true, messageCallback: quieten })
  if (!succeeded) throw new Error(`${entry.name}: the declarations could not be rolled up`)
  const declarations = join(out, `${fileOf(entry)}.d.ts`)
  writeFileSync(declarations, asInPage(entry, readFileSync(declarations, 'utf8')))
  // Missing documentation does not matter for the API.
  const report = join(work, 'api', `${fileOf(entry)}.api.md`)
  const text = asInPage(entry, readFileSync(report, 'utf8'))
  writeFileSync(report, shortReport(text.replaceAll(/^ *\/\/ \(undocumented\)\n| \(undocumented\)$/gm, '')))
}

/** Imports peers by the names that pages use. */
const asInPage = ({ installedAs = {} }: Entry, text: string): string =>
  Object.entries(installedAs).reduce((now, [peer, here]) => now.replaceAll(`from '${here}'`, `from '${peer}'`), text)

/** The report is always written here, and compared by a test. */
function quieten(message: ExtractorMessage): void {
  if (message.logLevel !== ExtractorLogLevel.Error) message.logLevel = ExtractorLogLevel.None
}
