/**
 * Fetches a deployment as a browser would and compares it with the operator's signature: protocol floor, every file,
 * the page of one project, every header. Reports all differences; trusts only what it has compared.
 */
import type { KeyObject } from 'node:crypto'
import { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import * as z from 'zod/mini'
import { frameHeaders, type Headers as Table } from '../frames/headers.ts'
import { extractProject, importMapSource, injectProject } from '../frames/page.ts'
import { assertDeployable } from '../frames/projects.ts'
import { headerDifferences } from './compare.ts'
import { integrityOf, isSigned, Manifest, manifestName, sdkFolder, sha256, signatureName } from './manifest.ts'

export interface VerifyOptions {
  /** The page of one project: `https://modal.example/p/<projectId>/`. */
  readonly url: string
  /** The operator's public key; `undefined` only if the caller chose to skip the signature. */
  readonly key: KeyObject | undefined
  /** The lowest protocol version still allowed. */
  readonly floor: number
  /** The expected build, if known. */
  readonly buildId?: string | undefined
  /** The expected record in the page, if known. */
  readonly record?: ProjectRecord | undefined
}

export interface Report {
  /** `<address>: <difference>`, in the order found. */
  readonly differences: readonly string[]
  readonly manifest: Manifest | undefined
}

const maxManifestBytes = 1024 * 1024
const timeoutMs = 30_000
const parallel = 8

export async function verifyDeployment(options: VerifyOptions): Promise<Report> {
  const page = new URL(options.url)
  const differences: string[] = []
  const say = (path: string, what: string) => differences.push(`${path}: ${what}`)
  const projectId = /^\/p\/([A-Za-z0-9_-]{1,64})\/$/.exec(page.pathname)?.[1]
  if (projectId === undefined) throw new Error(`${options.url} is not the page of a project: …/p/<projectId>/`)

  /** The body of a response with these headers; reports all problems found. */
  const get = async (path: string, headers: Table | undefined, maxBytes: number): Promise<Uint8Array | undefined> => {
    const response = await open(new URL(path, page))
    if (typeof response === 'string') return void say(path, response)
    if (headers) for (const difference of headerDifferences(headers, response.headers)) say(path, difference)
    const body = await readUpTo(response, maxBytes)
    return typeof body === 'string' ? void say(path, body) : body
  }

  const manifest = await readManifest()
  if (manifest) await Promise.all([checkFiles(manifest), checkPage(manifest)])
  await Promise.all([`/p/${projectId}-is-not-a-project/`, '/modal.html'].map(checkAbsent))
  return { differences: differences.sort(byAddress), manifest }

  async function readManifest(): Promise<Manifest | undefined> {
    const path = `/${manifestName}`
    const headers = frameHeaders({ kind: 'manifest' })
    const text = await get(path, headers, maxManifestBytes)
    const signature = options.key && (await get(`/${signatureName}`, headers, 1024))
    if (!text) return undefined
    if (options.key && signature && !isSigned(text, Buffer.from(signature).toString('utf8'), options.key))
      say(path, 'the signature is not from this key')
    const parsed = Manifest.safeParse(parseJson(text))
    if (!parsed.success) return void say(path, `is no manifest: ${z.prettifyError(parsed.error)}`)
    const { protocol, buildId } = parsed.data
    if (protocol.min < options.floor)
      say(path, `the build accepts protocol version ${protocol.min}, below the floor ${options.floor}`)
    if (options.buildId !== undefined && buildId !== options.buildId)
      say(path, `is of build ${buildId} instead of ${options.buildId}`)
    return parsed.data
  }

  async function checkFiles({ files, sdk = {} }: Manifest): Promise<void> {
    const queue = Object.entries(files).filter(([path]) => !path.endsWith('.html'))
    const next = async (): Promise<void> => {
      for (let entry = queue.shift(); entry; entry = queue.shift()) {
        const [path, { sha256: hash, size }] = entry
        const body = await get(`/${path}`, frameHeaders({ kind: kindOf(path) }), size)
        if (body && sha256(body) !== hash) say(`/${path}`, 'is not the file that was signed')
        else if (body && sdk[path] !== undefined && integrityOf(body) !== sdk[path])
          say(`/${path}`, 'has another integrity than the one that was signed')
      }
    }
    await Promise.all(Array.from({ length: parallel }, next))
  }

  async function checkPage({ files }: Manifest): Promise<void> {
    const path = page.pathname
    const response = await open(page)
    if (typeof response === 'string') return void say(path, response)
    const body = await readUpTo(response, maxManifestBytes)
    if (typeof body === 'string') return void say(path, body)
    const html = Buffer.from(body).toString('utf8')
    const parts = extractProject(html)
    const record = ProjectRecord.safeParse(parts && parseJson(Buffer.from(parts.json)))
    if (!parts || !record.success) return void say(path, 'carries no project record, or more than one')
    if (sha256(parts.page) !== files['modal.html']?.sha256 || injectProject(parts.page, record.data) !== html)
      say(path, 'is not the page that was signed with a project record in it')
    checkRecord(record.data)
    const expected = frameHeaders({ kind: 'modal', record: record.data, importMap: importMapSource(parts.page) })
    for (const difference of headerDifferences(expected, response.headers)) say(path, difference)
    const type = response.headers.get('content-type') ?? ''
    if (!/^text\/html\s*;\s*charset="?utf-8"?$/i.test(type)) say(path, `Content-Type is ${JSON.stringify(type)}`)
  }

  function checkRecord(record: ProjectRecord): void {
    if (record.projectId !== projectId) say(page.pathname, `carries the record of ${record.projectId}`)
    if (options.record && !sameJson(record, options.record))
      say(page.pathname, `the project record is ${JSON.stringify(record)} instead of ${JSON.stringify(options.record)}`)
    try {
      assertDeployable(record)
    } catch (problem) {
      say(page.pathname, String(problem))
    }
    if (record.development && !isLoopback(page)) say(page.pathname, 'the record is for development')
  }

  /** A host that answers every path with a page could serve an unlisted record, or no record, in a frame. */
  async function checkAbsent(path: string): Promise<void> {
    const response = await fetch(new URL(path, page), {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => undefined)
    await response?.body?.cancel()
    if (response && response.status !== 404) say(path, `answers ${response.status}, but does not exist`)
  }
}

function kindOf(path: string): 'key-worker' | 'sdk' | 'asset' {
  if (path.startsWith('assets/key-worker')) return 'key-worker'
  return path.startsWith(sdkFolder) ? 'sdk' : 'asset'
}

/** The response, or the reason why there is none. */
async function open(url: URL): Promise<Response | string> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    if (response.status === 200) return response
    await response.body?.cancel()
    return response.status === 404 ? 'is missing' : `answers ${response.status}`
  } catch (problem) {
    return `cannot be fetched: ${problem instanceof Error ? problem.message : String(problem)}`
  }
}

/** Stops after one byte more than expected. */
async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array | string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return `is larger than ${maxBytes} bytes`
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

const isLoopback = ({ hostname }: URL) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, item]) => [key, sorted(item)]),
      )
const byAddress = (a: string, b: string) => (a < b ? -1 : 1)
