/**
 * One declaration file per entry, including the types of the protocol, and its API report. The compiler writes the declarations; API
 * Extractor, which brings its own compiler, rolls them up.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from '@microsoft/api-extractor'
import { run } from '../install.mjs'
import { type Entry, entries, fileOf } from './entries.ts'
import { packageJson, workspace } from './manifest.ts'
import { joinReports, shortReport } from './report.ts'

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
  // An import by package name stays one, so that entries share types. Here the name leads to the declarations that the compiler wrote.
  const installed = join(work, 'node_modules', workspace().name)
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'package.json'), packageJson())
  for (const entry of entries) {
    const from = relative(installed, emittedFile(emitted, entry)).replace(/\.d\.ts$/, '.js')
    writeFileSync(join(installed, `${fileOf(entry)}.d.ts`), `export * from '${from}'\n`)
  }
  for (const folder of ['api', 'api-entries']) mkdirSync(join(work, folder), { recursive: true })
  const configs = entries.map((entry) => [entry, configOf(entry, { out, work, emitted })] as const)
  const [[, first] = []] = configs
  if (!first) return
  // One program for all entries: to read the sources takes longer than to write the declarations.
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: entries.map((entry) => emittedFile(emitted, entry)),
  })
  const reports = configs.map(
    ([entry, config]) => [entry.name, rollUp(entry, { config, compilerState, emitted })] as const,
  )
  writeFileSync(join(work, 'api', 'report.md'), joinReports(reports))
}

const emittedFile = (emitted: string, { source }: Entry) =>
  join(emitted, 'host-sdk', source.replace(/\.tsx?$/, '.d.ts'))

interface Places {
  readonly out: string
  readonly work: string
  readonly emitted: string
}

function configOf(entry: Entry, { out, work, emitted }: Places): ExtractorConfig {
  const quiet = { default: { logLevel: ExtractorLogLevel.None } }
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'host-sdk/package.json'),
    configObject: {
      projectFolder: work,
      mainEntryPointFilePath: emittedFile(emitted, entry),
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
        reportFolder: join(work, 'api-entries'),
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
}

interface Rolled {
  readonly config: ExtractorConfig
  readonly compilerState: CompilerState
  readonly emitted: string
}

function rollUp(entry: Entry, { config, compilerState, emitted }: Rolled): string {
  const { succeeded } = Extractor.invoke(config, { localBuild: true, messageCallback: quieten, compilerState })
  if (!succeeded) throw new Error(`${entry.name}: the declarations could not be rolled up`)
  const declarations = config.untrimmedFilePath
  writeFileSync(declarations, asInPage(entry, readFileSync(declarations, 'utf8')) + augmentations(entry, emitted))
  // Missing documentation does not matter for the API.
  const text = asInPage(entry, readFileSync(config.reportFilePath, 'utf8'))
  return shortReport(text.replaceAll(/^ *\/\/ \(undocumented\)\n| \(undocumented\)$/gm, ''))
}

/** API Extractor leaves them out. */
function augmentations({ augmentedBy, ...entry }: Entry, emitted: string): string {
  if (!augmentedBy) return ''
  const text = readFileSync(emittedFile(emitted, { ...entry, source: augmentedBy }), 'utf8')
  const [...blocks] = text.matchAll(/^declare module [\s\S]*?^\}\n/gm)
  if (blocks.length === 0) throw new Error(`${augmentedBy} declares nothing for other modules`)
  return `\n${blocks.join('\n')}`
}

/** Imports peers by the names that pages use. */
const asInPage = ({ installedAs = {} }: Entry, text: string): string =>
  Object.entries(installedAs).reduce((now, [peer, here]) => now.replaceAll(`from '${here}'`, `from '${peer}'`), text)

/** The report is always written here, and compared by a test. */
function quieten(message: ExtractorMessage): void {
  if (message.logLevel !== ExtractorLogLevel.Error) message.logLevel = ExtractorLogLevel.None
}
