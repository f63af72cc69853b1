/** What `examples/README.md` asks of the files of an example. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import * as z from 'zod'
import { made, manifest as ofRunner, root } from './example.ts'

export const mostLines = 40

/** Every folder with a file of its own, so that one without a description is found too. */
export const folders: readonly string[] = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && ownFiles(join(root, entry.name)).length > 0)
  .map(({ name }) => name)

const sdkPackage = 'file:../../dist/pack/airlock-host-sdk-0.1.0.tgz'
const sdkName = '@airlock/host-sdk'
const Dependencies = z.record(z.string(), z.string()).default({})
const Manifest = ofRunner.extend({
  private: z.literal(true),
  scripts: z.looseObject({ build: z.string().optional(), preview: z.string().includes('5180') }),
  dependencies: Dependencies,
  devDependencies: Dependencies,
})
const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: Dependencies,
      devDependencies: Dependencies,
    }),
  ),
})

/** Every way in which the files of the folder break the contract; the runner finds out about the page itself. */
export function breaches(folder: string): readonly string[] {
  const found: string[] = []
  const read = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const file = join(folder, name)
    if (!existsSync(file)) found.push(`${name} is missing`)
    else {
      const { data, error } = schema.safeParse(parseJson(file))
      if (error)
        found.push(`${name}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join()}`)
      return data
    }
    return undefined
  }

  const manifest = read('package.json', Manifest)
  const lines = ownLines(folder)
  if (lines > mostLines) found.push(`${lines} lines of own code`)
  if (!manifest) return found

  const wanted = { ...manifest.dependencies, ...manifest.devDependencies }
  for (const [name, version] of Object.entries(wanted))
    if (name === sdkName ? version !== sdkPackage : !/^\d+\.\d+\.\d+$/.test(version))
      found.push(`package.json: ${name} is ${version}`)
  if (Object.keys(wanted).length === 0) return found
  if (sdkName in wanted && manifest.scripts.build === undefined) found.push('package.json: no script build')
  const settings = readIfThere(join(folder, '.npmrc'))
  if (!/^omit-lockfile-registry-resolved=true$/m.test(settings))
    found.push('.npmrc does not keep addresses out of the lock')
  // People do not set them, and a page that needs them could not be installed as the guide says.
  if (/^(legacy-peer-deps|force|strict-peer-deps)\b/m.test(settings))
    found.push('.npmrc changes what npm does with peers')

  const { packages } = read('package-lock.json', Lock) ?? { packages: {} }
  const top = packages['']
  if (top && JSON.stringify(sorted({ ...top.dependencies, ...top.devDependencies })) !== JSON.stringify(sorted(wanted)))
    found.push('package-lock.json is not of this package.json')
  for (const [place, { resolved, integrity }] of Object.entries(packages)) {
    const isSdk = place === `node_modules/${sdkName}`
    if (resolved !== (isSdk ? sdkPackage : undefined)) found.push(`package-lock.json: ${place} is from ${resolved}`)
    if (place !== '' && isSdk === (integrity !== undefined))
      found.push(`package-lock.json: ${place} has ${isSdk ? 'an' : 'no'} integrity`)
  }
  return found
}

/**
 * Lines of scripts, styles and pages that the developer wrote: not blank ones, comments, configuration, or the document
 * around a page's content.
 */
export function ownLines(folder: string): number {
  return ownFiles(folder)
    .filter((file) => /\.(?:[cm]?[jt]sx?|css|html)$/.test(file) && !/\.(?:config|d)\.\w+$/.test(file))
    .flatMap((file) => withoutComments(readIfThere(join(folder, file))).split('\n'))
    .filter((line) => line.trim() !== '' && !aroundContent.test(line)).length
}

function ownFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(sep).some((part) => made.has(part)))
}

const aroundContent =
  /^\s*(?:<!doctype|<\/?(?:html|head|body|meta|title|link)\b|<script type="module" src="[^"]+"><\/script>$)/i

/** Comments that have their lines for themselves: what stands beside code is a line of code in any case. */
const withoutComments = (text: string): string =>
  text.replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\{\/\*[\s\S]*?\*\/\}|<!--[\s\S]*?-->|\/\/.*)\s*$/gm, '')

const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const sorted = (list: Readonly<Record<string, string>>) => Object.entries(list).sort()

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
